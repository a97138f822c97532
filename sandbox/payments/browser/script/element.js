/** Creates a Stripe element with a container on the page and listeners. `show` fills the container, `clear` empties it. */
export function createElement(elementType, { show, clear, forget }) {
  const handlers = new Map()
  const of = (type) => handlers.get(type) ?? []
  let container = null
  const emit = (type, more = {}) => {
    for (const handler of of(type)) handler({ elementType, ...more })
  }
  const element = {
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!found) throw integrationError(`There is no '${target}' on the page to mount the element in.`)
      if (container === found) return
      element.unmount()
      container = found
      const isShown = () => container === found
      show(found, isShown).catch((error) => {
        if (of('loaderror').length > 0) emit('loaderror', { error })
        else reportError(new Error(`The element could not be loaded: ${error.message}`))
      })
    },
    unmount() {
      clear()
      container?.replaceChildren()
      container = null
    },
    destroy() {
      element.unmount()
      forget()
    },
    update: () => element,
    on(type, handler) {
      handlers.set(type, [...of(type), handler])
      return element
    },
    off(type, handler) {
      handlers.set(
        type,
        of(type).filter((one) => one !== handler),
      )
      return element
    },
  }
  return { element, emit }
}

/** An error in the shop's code. */
export function integrationError(message) {
  return Object.assign(new Error(message), { name: 'IntegrationError' })
}

/** Creates a DOM element with its style. */
export function tag(name, { style, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  Object.assign(made.style, style)
  made.append(...children)
  return made
}
