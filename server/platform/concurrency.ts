import { unavailable } from '../errors.ts'
import { currentNetwork } from './trace.ts'

const RETRY_AFTER_S = 2

/**
 * Limits concurrency: at most `concurrency` tasks run while at most `maxWaiting` others wait. The queue absorbs bursts.
 * Networks take turns, and none may use more than half of the queue, so that one can't keep the others waiting.
 * @throws ShopError 503 from the returned function if the queue is full
 */
export function limitConcurrency(concurrency: number, maxWaiting: number) {
  const queues = new Map<string | null, (() => void)[]>()
  const maxPerNetwork = Math.ceil(maxWaiting / 2)
  let waiting = 0
  let running = 0

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    else await takeTurn(currentNetwork())
    try {
      return await task()
    } finally {
      // Hands the slot directly to the next task, so a new task can't take it.
      const next = nextInTurn()
      if (next) next()
      else running--
    }
  }

  function takeTurn(network: string | null): Promise<void> {
    const queue = queues.get(network) ?? []
    const isFull = waiting >= maxWaiting || (network !== null && queue.length >= maxPerNetwork)
    if (isFull) throw unavailable(RETRY_AFTER_S)
    queues.set(network, queue)
    waiting++
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Takes the first task of the network that has waited longest for its turn. */
  function nextInTurn(): (() => void) | undefined {
    const [first] = queues
    if (!first) return undefined
    const [network, queue] = first
    queues.delete(network)
    const next = queue.shift()
    if (queue.length > 0) queues.set(network, queue)
    waiting--
    return next
  }
}
