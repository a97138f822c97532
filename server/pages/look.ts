import { hash } from 'node:crypto'
import { dayInZone } from '#contract/dates.ts'
import { imageAddress, ownImage } from '#contract/images/api.ts'
import type { HostedImage } from '#contract/looks/brand.ts'
import type { ShopLook } from '#contract/looks/look.ts'
import { socialLinks } from '#contract/looks/social.ts'
import { now } from '../platform/clock.ts'
import type { Settings } from '../settings/settings.ts'
import { stylesheetOf } from './look-styles.ts'

/** Returns what pages show differently from a fresh install, or nothing if nothing does. */
export function lookOf({ brand, shopName, timeZone }: Settings): ShopLook | undefined {
  const { logo, darkLogo, announcement, announcementLink, social } = brand
  const year = dayInZone(now(), timeZone).slice(0, 4)
  const look = {
    stylesheet: stylesheetOf(brand),
    icon: logo ? `/icon-32.png?v=${iconVersion(logo.url)}` : undefined,
    logo: sized(logo),
    darkLogo: sized(logo && darkLogo),
    announcement: brand.isAnnounced ? { text: announcement, link: announcementLink || undefined } : undefined,
    searchPlaceholder: brand.searchPlaceholder || undefined,
    tagline: brand.tagline || undefined,
    shipsWithin: brand.shipsWithin || undefined,
    copyright: brand.copyright.replaceAll('{year}', year).replaceAll('{name}', shopName) || undefined,
    social: social ? socialLinks(social) : undefined,
  }
  return Object.values(look).some((value) => value !== undefined) ? look : undefined
}

/** At most 200 px wide on screens with twice the pixels. */
const LOGO_WIDTH = 480

function sized(image: HostedImage | null) {
  const name = image && ownImage(image.url)
  return name ? { ...image, url: imageAddress(name, LOGO_WIDTH) } : undefined
}

/** Changes with the logo, so browsers fetch the new icon. */
const iconVersion = (url: string) => hash('sha256', url).slice(0, 8)
