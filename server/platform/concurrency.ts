import { unavailable } from '../errors.ts'

const RETRY_AFTER_S = 2

/**
 * Limits concurrency: at most `concurrency` tasks run while at most `maxWaiting` others wait. The queue absorbs bursts.
 * @throws ShopError 503 from the returned function if the queue is full
 */
export function limitConcurrency(concurrency: number, maxWaiting: number) {
  const queue: (() => void)[] = []
  let running = 0

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    else if (queue.length < maxWaiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw unavailable(RETRY_AFTER_S)
    try {
      return await task()
    } finally {
      // Hands the slot directly to the next task, so a new task can't take it.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
