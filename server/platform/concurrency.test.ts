import { describe, expect, test } from 'vitest'
import { limitConcurrency } from './concurrency.ts'
import { forRequest } from './trace.ts'

function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { task: () => promise, finish: resolve }
}

describe('a concurrency limit of one', () => {
  test('runs one task, queues others, and returns 503 when the queue is full', async () => {
    const inTurn = limitConcurrency(1, 2)
    const first = work()
    const done: number[] = []
    const running = [inTurn(first.task), inTurn(async () => done.push(2)), inTurn(async () => done.push(3))]
    await expect(inTurn(async () => done.push(4))).rejects.toMatchObject({ status: 503, retryAfter: 2 })
    expect(done).toEqual([])
    first.finish()
    await Promise.all(running)
    expect(done).toEqual([2, 3])
  })

  test('runs the next task after one that fails', async () => {
    const inTurn = limitConcurrency(1, 1)
    const failing = inTurn(async () => Promise.reject(new Error('no such pixels')))
    const next = inTurn(async () => 'done')
    await expect(failing).rejects.toThrow('no such pixels')
    expect(await next).toBe('done')
    expect(await inTurn(async () => 'later')).toBe('later')
  })

  test('lets networks take turns, and rejects the last task of the one that most wait for if the queue is full', async () => {
    const inTurn = limitConcurrency(1, 6)
    const first = work()
    const done: string[] = []
    const wait = (network: string) => {
      const outcome = forRequest('a request', () => inTurn(async () => done.push(network)), network)
      return outcome.then(
        () => 'done',
        (error: unknown) => error,
      )
    }
    const running = inTurn(first.task)
    const busy = [wait('busy'), wait('busy'), wait('busy'), wait('busy')]
    const busier = [wait('second'), wait('second')]
    const others = [wait('third'), wait('fourth')]
    expect(await busy[3]).toMatchObject({ status: 503, retryAfter: 2 })
    expect(await busy[2]).toMatchObject({ status: 503 })
    expect(await wait('second')).toMatchObject({ status: 503 })
    first.finish()
    await running
    expect(await Promise.all([busy[0], busy[1], ...busier, ...others])).toEqual(Array(6).fill('done'))
    expect(done).toEqual(['busy', 'second', 'third', 'fourth', 'busy', 'second'])
  })
})
