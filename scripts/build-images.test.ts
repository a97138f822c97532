import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Manifest } from '../server/images/demo-images.ts'
import { buildImages } from './build-images.ts'

const folder = mkdtempSync(join(tmpdir(), 'plinth-build-images-'))
const files = () => readdirSync(folder).sort()
const build = () => buildImages(folder, /cable-dock-2/)
beforeAll(build)
afterAll(() => rmSync(folder, { recursive: true }))

describe('the build of the demo photographs', () => {
  test('generates each width in three formats, up to the original width', () => {
    const made = files().flatMap(
      (file) => /^cable-dock-2\.\w{8}\.(\d+)\.\w{6}\.(\w+)$/.exec(file)?.slice(1, 3).join() ?? [],
    )
    const widths = [96, 160, 320, 480, 640, 960, 1000]
    expect(new Set(made)).toEqual(
      new Set(widths.flatMap((width) => ['avif', 'webp', 'jpeg'].map((format) => `${width},${format}`))),
    )
    expect(made).toHaveLength(widths.length * 3)
  })

  test('gives each file the width in its name', async () => {
    for (const file of files().filter((name) => name !== 'manifest.json')) {
      expect((await sharp(join(folder, file)).metadata()).width, file).toBe(Number(file.split('.')[2]))
    }
  })

  test('writes the image details to a manifest', () => {
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
    expect(manifest).toMatchObject([{ file: 'products/cable-dock-2.jpg', width: 1000, height: 1000 }])
  })

  test('rebuilds only missing images, and removes obsolete ones', async () => {
    const before = files()
    const inodes = () =>
      files()
        .filter((file) => file !== lost && file !== 'manifest.json')
        .map((file) => statSync(join(folder, file)).ino)
    const lost = before.find((file) => file.includes('.96.')) ?? ''
    const existing = inodes()
    rmSync(join(folder, lost))
    writeFileSync(join(folder, 'cable-dock-2.00000000.96.abcdef.avif'), 'of an older photograph')
    await build()
    expect(files()).toEqual(before)
    expect(inodes()).toEqual(existing)
  })
})
