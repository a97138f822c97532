import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#contract/images/uploads.ts'
import { afterFile } from '../../tests/support/after-file.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { get } from './fixtures.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  // The shop caches image sizes in this folder.
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-uploads-'))
  afterFile(async () => rmSync(dataDir, { recursive: true, force: true }))
  shop = await openTestShop({ environment: { DATA_DIR: dataDir } })
  admin = await fixtures.anAdmin(shop)
})

const picture = (color = '#8c5a3c') =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
const upload = (file: Buffer, name = 'Walnut Tray.png') =>
  admin.call('POST /api/admin/images', { name, file })

describe('an uploaded image', () => {
  test('has a URL with its file name and content hash, and every size of the shop', async () => {
    const { url, width, height } = await upload(await picture().png().toBuffer())
    expect(url).toMatch(/^\/images\/walnut-tray\.[0-9a-f]{8}8c5a3c\.jpg$/)
    expect([width, height]).toEqual([400, 300])
    const small = await get(shop, url.replace('/images/', '/images/160/'), { accept: 'image/webp' })
    expect(small.status).toBe(200)
    expect((await sharp(small.bytes).metadata()).width).toBe(160)
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'can be %s, regardless of its file name',
    async (format) => {
      const file = await picture('#223344').toFormat(format).toBuffer()
      expect(await upload(file, 'photo.bin')).toMatchObject({ width: 400, height: 300 })
    },
  )

  test('is stored once, even if it is uploaded again, and different images with the same name are stored separately', async () => {
    const file = await picture('#00ff00').png().toBuffer()
    expect(await upload(file)).toEqual(await upload(file))
    const other = await upload(await picture('#0000ff').png().toBuffer())
    expect(other.url).not.toBe((await upload(file)).url)
  })

  test('can be the image of a product, with its dimensions', async () => {
    const { url } = await upload(await picture('#123456').jpeg().toBuffer())
    const product = await admin.call('POST /api/admin/products', {
      name: 'Tray',
      description: '<p>Oiled.</p>',
      price: 30,
      categoryId: 1,
      images: [{ url, alt: 'A tray' }],
    })
    expect(product.images).toEqual([{ url, alt: 'A tray', width: 400, height: 300 }])
  })

  test('is in the audit log', async () => {
    const { url } = await upload(await picture('#654321').png().toBuffer())
    const [entry] = await listAuditEntries(shop.shop.db, { kind: 'image', page: 1, pageSize: 1 })
    expect(entry).toMatchObject({ actor: 'admin', action: 'image.uploaded', subjectId: url })
  })
})

describe('an uploaded file is rejected', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const NOT_AN_IMAGE = 'This file isn’t a supported image. Use JPEG, PNG, WebP, or AVIF.'
  const NO_SVG = 'SVG images aren’t supported because they can contain scripts. Use JPEG, PNG, WebP, or AVIF.'

  const NO_HEIC =
    'HEIC images aren’t supported because most browsers can’t show them. Use JPEG, PNG, WebP, or AVIF.'

  test.each([
    ['an SVG', Buffer.from(SVG), NO_SVG],
    ['an SVG with an XML declaration', Buffer.from(`<?xml version="1.0"?><!-- x -->${SVG}`), NO_SVG],
    ['an SVG in UTF-16', Buffer.from(`\uFEFF${SVG}`, 'utf16le'), NO_SVG],
    ['an HEIC photo from an iPhone', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0'), NO_HEIC],
    ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>'), NOT_AN_IMAGE],
    ['a program', Buffer.from('MZ\u0090\0\u0003'), NOT_AN_IMAGE],
    ['a script after the first bytes of a GIF', Buffer.from('GIF89a/*'), NOT_AN_IMAGE],
    ['nothing', Buffer.alloc(0), NOT_AN_IMAGE],
  ])('if it is %s', async (_, file, message) => {
    await expect(upload(file, 'photo.png')).rejects.toMatchObject({ status: 400, serverMessage: message })
  })

  test('if it is a GIF or a TIFF, because these formats are not supported', async () => {
    for (const format of ['gif', 'tiff'] as const) {
      const file = await picture().toFormat(format).toBuffer()
      await expect(upload(file)).rejects.toMatchObject({ status: 400, serverMessage: NOT_AN_IMAGE })
    }
  })

  test('if it is a damaged image with a valid beginning', async () => {
    const whole = await picture().resize(900, 900).jpeg().toBuffer()
    await expect(upload(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      status: 400,
      serverMessage: 'This image is damaged and can’t be read.',
    })
  })

  test('if it decompresses to more pixels than allowed', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    await expect(upload(bomb)).rejects.toMatchObject({
      status: 400,
      serverMessage: 'This image has too many pixels. The limit is 50 megapixels.',
    })
  })

  test('if one side is too long for the formats in which the shop serves images', async () => {
    const banner = (width: number, height: number) => picture().resize(width, height).png().toBuffer()
    await expect(upload(await banner(20, 16_384))).rejects.toMatchObject({
      status: 400,
      serverMessage: 'This image is too large. The limit is 16,383 pixels on each side.',
    })
    const { url } = await upload(await banner(160, 16_383))
    const shown = await get(shop, url.replace('/images/', '/images/160/'), { accept: 'image/webp' })
    expect(shown.status).toBe(200)
  })

  test('if it is larger than 10 MB, with 413', async () => {
    await expect(upload(Buffer.alloc(UPLOAD_MAX_BYTES + 1))).rejects.toMatchObject({
      status: 413,
      serverMessage: 'This file is too large. At most 10 MB can be sent.',
    })
  })

  test('if it is not sent as a file, with 415', async () => {
    const response = await admin.send({
      method: 'POST',
      url: '/api/admin/images?name=a',
      body: { file: 'x' },
    })
    expect(response.status).toBe(415)
  })

  test('if a customer sends it, before its bytes are read', async () => {
    const customer = await fixtures.aCustomer(shop)
    const file = Buffer.alloc(UPLOAD_MAX_BYTES + 1)
    await expect(customer.call('POST /api/admin/images', { name: 'a', file })).rejects.toMatchObject({
      status: 403,
    })
  })
})

test('no URL under /images returns an original file', async () => {
  const signed = await picture('#abcdef')
    .withExif({ IFD0: { Artist: 'A. Owner' } })
    .jpeg()
    .toBuffer()
  const { url } = await upload(signed)
  const fixtures = await get(shop, url)
  expect((await sharp(fixtures.bytes).metadata()).exif).toBeUndefined()
})
