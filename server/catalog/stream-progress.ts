/**
 * Runs `work` and yields its progress as it comes, then its result. The work continues if the consumer stops reading.
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
  // The failure is thrown below, unless the consumer has left; then it must not be an unhandled rejection.
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
