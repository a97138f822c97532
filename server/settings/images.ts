import type { HostedImage } from '#contract/looks/brand.ts'
import type { SettingsChanges } from '#contract/settings/api.ts'
import type { Db } from '../platform/db/database.ts'

/** @throws ShopError 400 if the shop has no such image */
export type SizeOf = (db: Db, url: string) => Promise<{ width: number | null; height: number | null }>

/**
 * Returns the changes with the actual sizes of their images, so pages reserve the right space.
 * @throws ShopError 400 if the shop doesn't host one of them
 */
export async function withMeasuredImages(
  db: Db,
  { brand, home, ...changes }: SettingsChanges,
  sizeOf: SizeOf,
): Promise<SettingsChanges> {
  const measure = async (image: HostedImage | null) => {
    if (!image) return null
    const { width, height } = await sizeOf(db, image.url)
    return { url: image.url, width: width ?? image.width, height: height ?? image.height }
  }
  return {
    ...changes,
    ...(brand && {
      brand: { ...brand, logo: await measure(brand.logo), darkLogo: await measure(brand.darkLogo) },
    }),
    ...(home && { home: { ...home, picture: await measure(home.picture) } }),
  }
}
