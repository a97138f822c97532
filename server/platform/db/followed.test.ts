import { describe, expect, test } from 'vitest'
import { followed } from './followed.ts'

/** A value whose reads end when the test says so, and its feed of changes. */
function aFollowed() {
  const reads: PromiseWithResolvers<string>[] = []
  const value = followed('first', () => {
    const read = Promise.withResolvers<string>()
    reads.push(read)
    return read.promise
  })
  const listeners: ((tags: ReadonlySet<string> | null) => void)[] = []
  const feed = { onChange: (listener: (typeof listeners)[number]) => void listeners.push(listener) }
  const errors: unknown[] = []
  value.follow({ ...feed, ...SURE }, (error) => errors.push(error))
  const change = () => {
    for (const listener of listeners) listener(new Set(['shop']))
  }
  return { value, reads, change, errors }
}

const SURE = { version: () => 1, place: () => null, isSure: () => true, catchUp: async () => undefined }

describe('a followed value', () => {
  test('is the newest one, even if an older read ends after it', async () => {
    const { value, reads } = aFollowed()
    const [older, newer] = [value.current(), value.refresh()]
    reads[1]?.resolve('new')
    expect(await newer).toBe('new')
    reads[0]?.resolve('old')
    expect(await older).toBe('new')
    expect([value.known(), await value.current()]).toEqual(['new', 'new'])
    expect(reads).toHaveLength(2)
  })

  test('isn’t served from before a change while it is read again', async () => {
    const { value, reads, change } = aFollowed()
    const [one, other] = [value.current(), value.current()]
    expect(reads).toHaveLength(1)
    change()
    expect(reads).toHaveLength(2)
    const changed = value.current()
    reads[0]?.resolve('old')
    reads[1]?.resolve('new')
    expect(await Promise.all([one, other, changed])).toEqual(['old', 'old', 'new'])
    expect(value.known()).toBe('new')
  })

  test('is read again after a failure', async () => {
    const { value, reads, change, errors } = aFollowed()
    change()
    reads[0]?.reject(new Error('no database'))
    await expect.poll(() => errors).toHaveLength(1)
    const again = value.current()
    reads[1]?.resolve('new')
    expect(await again).toBe('new')
  })
})
