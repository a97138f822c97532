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

  test('lets networks take turns, and gives none more than half of the queue', async () => {
    const inTurn = limitConcurrency(1, 6)
    const first = work()
    const done: string[] = []
    const wait = (network: string) =>
      forRequest('a request', () => inTurn(async () => done.push(network)), network)
    const running = [inTurn(first.task), wait('busy'), wait('busy'), wait('busy')]
    await expect(wait('busy')).rejects.toMatchObject({ status: 503 })
    running.push(wait('other'))
    first.finish()
    await Promise.all(running)
    expect(done).toEqual(['busy', 'other', 'busy', 'busy'])
  })
})
