import { ownImage } from '#contract/images/api.ts'
import { PALETTES } from '#contract/looks/schemes.ts'
import { squareIcon } from '../images/pixels.ts'
import { findOriginal } from '../images/queries.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'

/**
 * The icons made from the logo. Phones mask the last two, so they have a background, and the logo keeps clear of their
 * corners.
 */
export const LOGO_ICONS: Record<string, { size: number; share: number; isOnPaper: boolean }> = {
  'icon-32.png': { size: 32, share: 1, isOnPaper: false },
  'icon-192.png': { size: 192, share: 1, isOnPaper: false },
  'icon-512.png': { size: 512, share: 1, isOnPaper: false },
  'icon-maskable.png': { size: 512, share: 0.6, isOnPaper: true },
  'apple-touch-icon.png': { size: 180, share: 0.75, isOnPaper: true },
}

/** Returns a function that finds an icon of the shop's logo, or null if it has none. Each is made once per logo. */
export function openLogoIcons(db: Db) {
  let made = { url: '', icons: new Map<string, Promise<Buffer | null>>() }

  return async (name: string): Promise<Buffer | null> => {
    const { brand } = await readSettings(db)
    const url = brand.logo?.url
    if (!url) return null
    if (made.url !== url) made = { url, icons: new Map() }
    const { icons } = made
    const icon = icons.get(name) ?? makeIcon(db, url, name)
    icons.set(name, icon)
    // A failure isn't kept.
    icon.catch(() => icons.delete(name))
    return icon
  }
}

async function makeIcon(db: Db, url: string, name: string): Promise<Buffer | null> {
  const image = ownImage(url)
  const original = image && (await findOriginal(db, image))
  const icon = LOGO_ICONS[name]
  if (!original || !icon) return null
  const background = icon.isOnPaper ? PALETTES.light.paper : null
  return squareIcon(await original.read(), icon.size, icon.share, background)
}
