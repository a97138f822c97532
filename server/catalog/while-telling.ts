/**
 * Does a piece of work and gives what it tells on the way as it comes, and its result at the end. Who stops listening does
 * not stop the work.
 */
export async function* whileTelling<T>(work: (tell: (word: T) => void) => Promise<T>): AsyncGenerator<T> {
  const told: T[] = []
  let isDone = false
  let news = Promise.withResolvers<void>()
  const outcome = work((word) => {
    told.push(word)
    news.resolve()
  }).finally(() => {
    isDone = true
    news.resolve()
  })
  // A failure is thrown below; nobody may be there any more to hear it.
  outcome.catch(() => undefined)
  while (!isDone || told.length > 0) {
    const word = told.shift()
    if (word !== undefined) {
      yield word
      continue
    }
    await news.promise
    news = Promise.withResolvers<void>()
  }
  yield await outcome
}
