import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImageName, ownImage } from '#contract/images/api.ts'
import { afterFile } from '../../tests/support/after-file.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { demoImage } from './demo-images.ts'

/** Chrome's Accept header for images. */
export const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/**
 * Opens a shop with an empty data folder and two of the photographs: the hero, which is 2400 pixels wide and which the
 * build doesn't scale below 480, and a stand, which is 1200 pixels wide.
 */
export async function aShopWithPhotographs() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-images-'))
  afterFile(async () => rmSync(dataDir, { recursive: true, force: true }))
  const cache = join(dataDir, 'images')
  const shop = await openTestShop({ environment: { DATA_DIR: dataDir } })
  const [hero, stand] = await Promise.all([
    demoImage('hero.jpg'),
    demoImage('products/walnut-monitor-stand-1.jpg'),
  ])
  return {
    shop,
    dataDir,
    cache,
    hero: known(hero.url),
    stand: known(stand.url),
    /** Returns the cached files whose names start with this prefix. */
    cached: (file: string) =>
      existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith(file)) : [],
  }
}

/** @throws Error unless the shop hosts the image */
export function known(url: string): ImageName {
  const name = ownImage(url)
  if (!name) throw new Error(`not a URL of the shop: ${url}`)
  return name
}

export async function get({ app }: TestShop, url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}
