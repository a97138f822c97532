/** Runs `work` and yields its progress, then its result. The work continues if the consumer stops reading. */
export async function* streamProgress<T>(
  work: (report: (progress: T) => void) => Promise<T>,
): AsyncGenerator<T> {
  const pending: T[] = []
  let isDone = false
  let arrival = Promise.withResolvers<void>()
  const outcome = work((progress) => {
    pending.push(progress)
    arrival.resolve()
  }).finally(() => {
    isDone = true
    arrival.resolve()
  })
  // The failure is thrown below. If the consumer has stopped reading, it must not become an unhandled rejection.
  outcome.catch(() => undefined)
  while (!isDone || pending.length > 0) {
    const progress = pending.shift()
    if (progress !== undefined) {
      yield progress
      continue
    }
    await arrival.promise
    arrival = Promise.withResolvers<void>()
  }
  yield await outcome
}
