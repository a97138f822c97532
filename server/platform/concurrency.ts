import { unavailable } from '../errors.ts'

const TRY_AGAIN_AFTER_S = 2

/**
 * Limits concurrency: at most `atOnce` tasks run while at most `waiting` others wait, to survive bursts.
 * @throws ShopError 503 from the returned function if the queue is full
 */
export function takeTurns(atOnce: number, waiting: number) {
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw unavailable(TRY_AGAIN_AFTER_S)
    try {
      return await task()
    } finally {
      // Hands the slot to the next task directly, so that a new one can't take it.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
