import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageAddress } from '#contract/images/api.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import { aShopWithPhotographs, chrome, get } from './fixtures.ts'
import { sizeFile } from './formats.ts'

let fixtures: Awaited<ReturnType<typeof aShopWithPhotographs>>
beforeAll(async () => {
  fixtures = await aShopWithPhotographs()
})

describe('an image size that the build did not generate', () => {
  const files = () => fixtures.cached(sizeFile(fixtures.hero, 96, 'avif'))
  const inode = () => statSync(join(fixtures.cache, files()[0] ?? '')).ino
  const request = (from = fixtures.shop) => get(from, imageAddress(fixtures.hero, 96), { accept: chrome })

  test('is generated once for concurrent requests', async () => {
    let changes = 0
    const count = () => {
      changes++
    }
    sharp.queue.on('change', count)
    const responses = await Promise.all(Array.from({ length: 20 }, () => request()))
    sharp.queue.off('change', count)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    // One change when the work starts, and one when it ends.
    expect(changes).toBe(2)
    expect(files()).toHaveLength(1)
  })

  test('is served from the cache afterward, even after a restart', async () => {
    const first = await request()
    const before = inode()
    await request()
    expect(inode()).toBe(before)
    const restarted = await openTestShop({ environment: { DATA_DIR: fixtures.dataDir } })
    expect((await request(restarted)).bytes.equals(first.bytes)).toBe(true)
    expect(inode()).toBe(before)
  })

  test.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => writeFileSync(file, '')],
    ['corrupt', (file: string) => writeFileSync(file, 'not an image')],
  ])('is generated again if its file is %s', async (_, spoil) => {
    const good = await request()
    spoil(join(fixtures.cache, files()[0] ?? ''))
    const again = await request()
    expect(again.bytes.equals(good.bytes)).toBe(true)
    expect(readFileSync(join(fixtures.cache, files()[0] ?? '')).equals(good.bytes)).toBe(true)
  })

  test('is queued during a burst of requests, so one core stays free', async () => {
    let most = 0
    const watch = () => {
      const { queue, process } = sharp.counters()
      most = Math.max(most, queue + process)
    }
    sharp.queue.on('change', watch)
    const responses = await Promise.all(
      ([160, 320] as const).flatMap((width) =>
        ['image/avif', 'image/webp', 'image/jpeg'].map((accept) =>
          get(fixtures.shop, imageAddress(fixtures.hero, width), { accept }),
        ),
      ),
    )
    sharp.queue.off('change', watch)
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(most).toBeGreaterThan(0)
    // One more, because sharp counts finished work for a moment longer.
    expect(most).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1) + 1)
  })

  test('is served even if it cannot be cached', async () => {
    const blocked = join(fixtures.dataDir, 'a-file')
    writeFileSync(blocked, '')
    const crowded = await openTestShop({ environment: { DATA_DIR: blocked } })
    expect((await request(crowded)).status).toBe(200)
    expect((await request(crowded)).status).toBe(200)
  })
})
