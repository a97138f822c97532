import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { aShopWithPhotographs, chrome, get } from './fixtures.ts'

let fixtures: Awaited<ReturnType<typeof aShopWithPhotographs>>
beforeAll(async () => {
  fixtures = await aShopWithPhotographs()
})

describe('an image URL returns 404', () => {
  test.each(['333', '0', '0320', '320px', '-320', '1e3', '3.2e2', '99999999', '%20320', 'constructor'])(
    'for the width %s',
    async (width) => {
      const response = await get(
        fixtures.shop,
        `/images/${width}/walnut-monitor-stand-1.${fixtures.stand.hash}${fixtures.stand.color}.jpg`,
      )
      expect(response.status).toBe(404)
      expect(JSON.parse(response.bytes.toString())).toMatchObject({ code: 'not_found' })
      expect(response.headers['cache-control'] ?? '').not.toContain('immutable')
    },
  )

  test.each([
    'walnut-monitor-stand-1.jpg',
    'walnut-monitor-stand-1.00000000c4b7a7.jpg',
    'another-thing.e1e79817c6bbac.jpg',
    'manifest.json',
    '..%2f..%2fdb%2fseed%2fimages%2fhero.jpg',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    'hero.b51edd4ab0a08c.jpg%00.png',
    'HERO.b51edd4ab0a08c.jpg',
    '%5c%5cserver%5cshare.00000000000000.jpg',
    `${'a'.repeat(400)}.00000000000000.jpg`,
    `${'a-'.repeat(90)}!.jpg`,
    'constructor',
    '',
    'a/b/c',
  ])('for the name %s', async (name) => {
    for (const url of [`/images/${name}`, `/images/320/${name}`]) {
      const response = await get(fixtures.shop, url, { accept: chrome })
      expect(response.status).toBe(404)
      expect(JSON.parse(response.bytes.toString())).toMatchObject({ code: 'not_found' })
    }
  })

  test('for a URL of another site, which is never requested', async () => {
    let queries = 0
    const foreign = createServer((_, response) => {
      queries++
      response.end()
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => foreign.once('listening', listening))
    const url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/a.00000000000000.jpg`
    for (const address of [
      `/images/320/${url}`,
      `/images/320/${encodeURIComponent(url)}`,
      `/images/${encodeURIComponent(url)}`,
      `/images/320/?url=${encodeURIComponent(url)}`,
      `/images/?url=${encodeURIComponent(url)}`,
    ]) {
      expect((await get(fixtures.shop, address)).status, address).toBe(404)
    }
    expect(queries).toBe(0)
    foreign.close()
  })
})
