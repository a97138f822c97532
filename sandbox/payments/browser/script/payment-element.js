import { openCardFrame } from './card-frame.js'
import { createListeners } from './listeners.js'

/** The element that a shop mounts. `group` is what all elements of a page share. */
export function createPaymentElement(group, options = {}) {
  const listeners = createListeners()
  let container = null
  let frame = null
  let isReady = false
  const emit = (type, more = {}) => listeners.emit(type, { elementType: 'payment', ...more })

  function hear({ kind, ...more }) {
    if (kind === 'ready') isReady = true
    if (kind === 'enter') container?.closest('form')?.requestSubmit()
    else if (kind === 'change') emit('change', { collapsed: false, value: { type: 'card' }, ...more })
    else emit(kind, more)
  }

  async function show() {
    const shownIn = container
    const { answer, error } = await group.session
    if (container !== shownIn) return
    if (error ?? refusalOf(answer)) return failToLoad(error ?? refusalOf(answer))
    const { appearance, fonts, key } = group
    frame = openCardFrame(container, { appearance, fonts, key, readOnly: options.readOnly ?? false }, hear)
  }

  function failToLoad(error) {
    if (listeners.has('loaderror')) emit('loaderror', { error })
    else reportError(new Error(`The Payment Element could not be loaded: ${error.message}`))
  }

  const chained = (act) => (type, handler) => {
    act(type, handler)
    return element
  }
  const element = {
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!found) throw integrationError(`There is no '${target}' on the page to mount the element in.`)
      if (container === found) return
      element.unmount()
      container = found
      container.classList.add('StripeElement')
      show().catch(failToLoad)
    },
    unmount() {
      frame?.close()
      container?.classList.remove('StripeElement')
      container?.replaceChildren()
      frame = null
      container = null
      isReady = false
    },
    destroy() {
      element.unmount()
      group.forget(element)
    },
    update(change) {
      options = { ...options, ...change }
      frame?.tell({ kind: 'options', readOnly: options.readOnly ?? false })
      return element
    },
    on: chained(listeners.add),
    once: chained(listeners.addOnce),
    off: chained(listeners.remove),
    focus: () => frame?.tell({ kind: 'focus' }),
    blur: () => frame?.tell({ kind: 'blur' }),
    clear: () => frame?.tell({ kind: 'clear' }),
    collapse: () => element,
  }
  return {
    element,
    dress: (appearance) => frame?.dress(appearance),
    ask(message) {
      if (!frame || !isReady) throw integrationError('The Payment Element is not mounted, or not ready yet.')
      return frame.ask(message)
    },
  }
}

/** A mistake of the shop's own code. */
export function integrationError(message) {
  return Object.assign(new Error(message), { name: 'IntegrationError' })
}

/** An intent that is over takes no more cards. */
function refusalOf({ status }) {
  if (!['succeeded', 'canceled', 'processing'].includes(status)) return null
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This payment is already ${status}, so it takes no card.`,
  }
}
