import { act, cleanup, configure, getConfig, prettyDOM, renderHook } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { dismissToast, useToasts } from '../../web/ui/toast-store.ts'

// The modules are transformed as for the server, but these tests are the browser.
import.meta.env.SSR = false

// A page's code is loaded on first use, which is slow on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// Queries that repeat until an element appears print the whole page for each attempt's error, but only the last is shown.
configure({
  getElementError: (message, container) => {
    const error = new Error(isRepeated() ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`)
    return Object.assign(error, { name: 'TestingLibraryElementError' })
  },
})

function isRepeated(): boolean {
  const config: object = getConfig()
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
}

// React's development build records a stack trace for each element until this counter reaches its limit. Without the
// traces, warnings still name the component, and the tests take a tenth less CPU time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
  configurable: true,
})

// For the labels of each field, happy-dom searches the whole page. It returns the same list until a label changes, so the
// fields share one index of it.
const indexes = new WeakMap<object, Map<string, HTMLLabelElement[]>>()
for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement])
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      const labels = document.querySelectorAll('label')
      const byField = indexes.get(labels) ?? Map.groupBy(labels, ({ htmlFor }) => htmlFor)
      indexes.set(labels, byField)
      const around = byField.get('')?.filter((label) => label.contains(this)) ?? []
      return this.id ? [...around, ...(byField.get(this.id) ?? [])] : around
    },
    configurable: true,
  })

// Testing Library looks up each ID in `aria-labelledby` with this selector, and happy-dom would search the whole page.
const { querySelector } = Element.prototype
Element.prototype.querySelector = function (this: Element, selector: string) {
  const [, id] = /^\[id="([^"\\]+)"\]$/.exec(selector) ?? []
  const found = id && this.isConnected && document.getElementById(id)
  return found && found !== this && this.contains(found) ? found : querySelector.call(this, selector)
}

// Tests read the sandbox's mailbox, which has a different origin.
const { happyDOM } = globalThis as unknown as {
  happyDOM: { settings: { fetch: { disableSameOriginPolicy: boolean } } }
}
happyDOM.settings.fetch.disableSameOriginPolicy = true

/** An unexpected console message fails the test. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})
afterEach(() => {
  dismissToasts()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  expect(console.error).not.toHaveBeenCalled()
  expect(console.warn).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

/** Removes the page of the previous test, so the next test can't find its messages. */
function dismissToasts() {
  const { result } = renderHook(useToasts)
  const { current: toasts } = result
  act(() => {
    for (const { id } of toasts) dismissToast(id)
  })
}
