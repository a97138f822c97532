import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageAddress } from '#contract/images/api.ts'
import { BUILT_FOLDER } from './demo-images.ts'
import { aShopWithPhotographs, chrome, get, known } from './fixtures.ts'
import { sizeFile } from './formats.ts'

let fixtures: Awaited<ReturnType<typeof aShopWithPhotographs>>
beforeAll(async () => {
  fixtures = await aShopWithPhotographs()
})

describe('an image of the shop', () => {
  test.each([
    ['AVIF if the browser accepts it', chrome, 'image/avif', 'heif'],
    ['WebP if the browser accepts no better format', 'image/webp,*/*', 'image/webp', 'webp'],
    ['JPEG if the browser names no newer format', '*/*', 'image/jpeg', 'jpeg'],
    ['JPEG if the browser names no format of the shop', 'image/png', 'image/jpeg', 'jpeg'],
    ['JPEG without an Accept header', undefined, 'image/jpeg', 'jpeg'],
    [
      'sent in no format that the browser refuses',
      'image/avif;q=0,image/webp;q=0.5,*/*;q=0.1',
      'image/webp',
      'webp',
    ],
    [
      'sent in the format that the browser prefers',
      'image/avif;q=0.4,image/webp;q=0.9',
      'image/webp',
      'webp',
    ],
  ])('is %s', async (_, accept, type, format) => {
    const response = await get(
      fixtures.shop,
      imageAddress(fixtures.stand, 320),
      accept === undefined ? {} : { accept },
    )
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe(type)
    expect((await sharp(response.bytes).metadata()).format).toBe(format)
  })

  test('has a Vary header with Accept', async () => {
    expect((await get(fixtures.shop, imageAddress(fixtures.stand, 320))).headers.vary).toBe('Accept')
  })

  test('never changes at its URL', async () => {
    const response = await get(fixtures.shop, imageAddress(fixtures.stand, 320), { accept: chrome })
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('is not sent again to a browser that has it, unless in another format', async () => {
    const { headers } = await get(fixtures.shop, imageAddress(fixtures.stand, 320), { accept: chrome })
    const match = { 'if-none-match': String(headers.etag) }
    const again = await get(fixtures.shop, imageAddress(fixtures.stand, 320), { ...match, accept: chrome })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect((await get(fixtures.shop, imageAddress(fixtures.stand, 320), match)).status).toBe(200)
  })

  test('supports HEAD, with its type and length but no body', async () => {
    const whole = await get(fixtures.shop, imageAddress(fixtures.stand, 320), { accept: chrome })
    const head = await fixtures.shop.app.inject({
      method: 'HEAD',
      url: imageAddress(fixtures.stand, 320),
      headers: { accept: chrome },
    })
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    expect(head.headers['content-type']).toBe('image/avif')
    expect(head.headers['content-length']).toBe(String(whole.bytes.length))
  })

  test('is not compressed again', async () => {
    const { headers } = await get(fixtures.shop, imageAddress(fixtures.stand, 640), {
      'accept-encoding': 'br, gzip',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('has the width in its URL', async () => {
    const { bytes } = await get(fixtures.shop, imageAddress(fixtures.hero, 640))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 320 })
  })

  test('is never enlarged', async () => {
    const { bytes } = await get(fixtures.shop, imageAddress(fixtures.stand, 2400))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 1200 })
  })

  test('is a JPEG of at most 1600 pixels at the URL without a width', async () => {
    const { bytes, headers } = await get(fixtures.shop, imageAddress(fixtures.hero), { accept: chrome })
    expect(headers['content-type']).toBe('image/jpeg')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1600 })
  })

  test('at the top of the home page is smaller than 45 kB on a phone 412 pixels wide with a pixel ratio of 2', async () => {
    const { bytes } = await get(fixtures.shop, imageAddress(fixtures.hero, 960), { accept: chrome })
    expect(bytes.length).toBeLessThan(45_000)
  })

  test('can be shown by link previews and web mailers', async () => {
    expect(
      (await get(fixtures.shop, imageAddress(fixtures.stand))).headers['cross-origin-resource-policy'],
    ).toBe('cross-origin')
  })
})

describe('an image size that the build generated', () => {
  test('is served unchanged, and not generated again', async () => {
    const file = sizeFile(fixtures.stand, 320, 'avif')
    const { bytes } = await get(fixtures.shop, imageAddress(fixtures.stand, 320), { accept: chrome })
    expect(bytes.equals(readFileSync(join(BUILT_FOLDER, file)))).toBe(true)
    expect(fixtures.cached(file)).toEqual([])
  })
})

describe('the demo catalog', () => {
  test('names each photograph by its content, and has its real dimensions and color', async () => {
    const products = await fixtures.shop.visitor().call('GET /api/products')
    const images = products.flatMap((product) => product.images)
    expect(images).toHaveLength(38)
    for (const { url, width, height } of images) {
      expect(known(url).color).toMatch(/^[0-9a-f]{6}$/)
      const response = await get(fixtures.shop, url)
      expect(await sharp(response.bytes).metadata(), url).toMatchObject({ width, height })
    }
  })
})
