/** `on`, `once` and `off` as every element has them. */
export function createListeners() {
  const handlers = new Map()
  const of = (type) => handlers.get(type) ?? []
  const add = (type, handler) => handlers.set(type, [...of(type), handler])
  /** Without a handler: all of that type. */
  const remove = (type, handler) =>
    handlers.set(type, handler ? of(type).filter((one) => one !== handler) : [])
  return {
    add,
    remove,
    addOnce(type, handler) {
      const once = (event) => {
        remove(type, once)
        handler(event)
      }
      add(type, once)
    },
    has: (type) => of(type).length > 0,
    emit(type, event) {
      for (const handler of of(type)) handler(event)
    },
  }
}
