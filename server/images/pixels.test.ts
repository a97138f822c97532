import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { measure, resize } from './pixels.ts'

/** Creates a plain image of 40 by 20 pixels. */
const plain = (color: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 40, height: 20, channels, background: color } })

describe('an original image', () => {
  test('is rotated by its EXIF orientation', async () => {
    const turned = await plain('#c4b7a7').withExif({}).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await measure(turned)).toMatchObject({ width: 20, height: 40 })
    const small = await sharp(await resize(turned, 10, 'webp')).metadata()
    expect(small).toMatchObject({ width: 10, height: 20 })
  })

  test('loses the metadata about its author and location', async () => {
    const signed = await plain('#c4b7a7')
      .withExif({ IFD0: { Artist: 'A. Owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    for (const format of ['avif', 'webp', 'jpeg'] as const) {
      expect((await sharp(await resize(signed, 10, format)).metadata()).exif).toBeUndefined()
    }
  })

  test('keeps its transparency, or gets a white background if the format has none', async () => {
    const glass = await plain('#00000000', 4).png().toBuffer()
    expect((await sharp(await resize(glass, 10, 'webp')).metadata()).hasAlpha).toBe(true)
    const [pixel] = await sharp(await resize(glass, 10, 'jpeg'))
      .raw()
      .toBuffer()
    expect(pixel).toBe(255)
  })

  test('has the right mean color, even if it is gray', async () => {
    expect(await measure(await plain('#c4b7a7').png().toBuffer())).toEqual({
      width: 40,
      height: 20,
      color: 'c4b7a7',
    })
    expect((await measure(await plain('#808080').toColourspace('b-w').png().toBuffer())).color).toBe('808080')
    expect((await measure(await plain('#00000000', 4).png().toBuffer())).color).toBe('ffffff')
  })

  test('is rejected if it is truncated, not an image, or larger than fifty million pixels', async () => {
    const photograph = await plain('#c4b7a7').resize(400, 400).jpeg().toBuffer()
    await expect(resize(photograph.subarray(0, photograph.length / 2), 10, 'webp')).rejects.toThrow()
    await expect(resize(Buffer.from('<html>'), 10, 'webp')).rejects.toThrow()
    const vast = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'white' } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    await expect(resize(vast, 10, 'webp')).rejects.toThrow('exceeds pixel limit')
    await expect(measure(vast)).rejects.toThrow('exceeds pixel limit')
  })
})
