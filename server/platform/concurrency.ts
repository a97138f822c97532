import { tooManyRequests, unavailable } from '../errors.ts'
import { currentNetwork } from './trace.ts'

const RETRY_AFTER_S = 2

type Waiting = { start: () => void; reject: (error: Error) => void }

/**
 * Limits concurrency: at most `concurrency` tasks run while at most `maxWaiting` others wait. The queue absorbs bursts.
 * Networks take turns. If the queue is full, the network with the most tasks in it loses its last one, so that a few
 * networks can't keep the others waiting.
 * @throws ShopError 503 from the returned function if the queue is full
 */
export function limitConcurrency(concurrency: number, maxWaiting: number) {
  const queues = new Map<string | null, Waiting[]>()
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
      if (next) next.start()
      else running--
    }
  }

  function takeTurn(network: string | null): Promise<void> {
    const queue = queues.get(network) ?? []
    if (waiting >= maxWaiting) {
      const longest = [...queues.values()].reduce(
        (most, one) => (one.length > most.length ? one : most),
        queue,
      )
      if (longest.length <= queue.length + 1) throw unavailable(RETRY_AFTER_S)
      longest.pop()?.reject(unavailable(RETRY_AFTER_S))
      waiting--
    }
    queues.set(network, queue)
    waiting++
    return new Promise((start, reject) => queue.push({ start, reject }))
  }

  /** Takes the first task of the network that has waited longest for its turn. */
  function nextInTurn(): Waiting | undefined {
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

/**
 * Runs the tasks of each key one after the other.
 * @throws ShopError 429 from the returned function if `maxWaiting` tasks of the key are waiting
 */
export function oneAtATime(maxWaiting: number) {
  const last = new Map<string, { ended: Promise<unknown>; tasks: number }>()

  return async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const { ended, tasks } = last.get(key) ?? { ended: Promise.resolve(), tasks: 0 }
    if (tasks > maxWaiting) throw tooManyRequests(RETRY_AFTER_S)
    const outcome = ended.then(task)
    const queue = { ended: outcome.catch(() => undefined), tasks: tasks + 1 }
    last.set(key, queue)
    try {
      return await outcome
    } finally {
      const newest = last.get(key)
      if (newest) newest.tasks--
      if (newest?.tasks === 0) last.delete(key)
    }
  }
}
