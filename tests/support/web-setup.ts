import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// A page's code is loaded on first use, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// Tests read the sandbox's mailbox, which is of another origin.
const { happyDOM } = globalThis as unknown as {
  happyDOM: { settings: { fetch: { disableSameOriginPolicy: boolean } } }
}
happyDOM.settings.fetch.disableSameOriginPolicy = true

/** A message on the console that no test asked for fails the test. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  expect(console.error).not.toHaveBeenCalled()
  expect(console.warn).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
