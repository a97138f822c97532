import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { dayInZone } from '#contract/dates.ts'
import { imageAddress, ownImage } from '#contract/images/api.ts'
import type { HostedImage } from '#contract/looks/brand.ts'
import { type Home, type HomeSection, INSTALLED_HOME } from '#contract/looks/home.ts'
import type { ShopLook } from '#contract/looks/look.ts'
import type { HomeSectionName } from '#contract/looks/rules.ts'
import { socialLinks } from '#contract/looks/social.ts'
import { now } from '../platform/clock.ts'
import type { Settings } from '../settings/settings.ts'
import { fontsOf } from './font-pairs.ts'
import { stylesheetOf } from './look-styles.ts'

/** Returns what pages show differently from a fresh install, or nothing if nothing does. */
export function lookOf({ brand, home, shopName, timeZone }: Settings): ShopLook | undefined {
  const { logo, darkLogo, announcement, announcementLink, social } = brand
  const year = dayInZone(now(), timeZone).slice(0, 4)
  const look = {
    stylesheet: stylesheetOf(brand, home),
    fonts: fontsOf(brand.fonts),
    icon: logo ? `/icon-32.png?v=${iconVersion(logo.url)}` : undefined,
    logo: sized(logo),
    darkLogo: sized(logo && darkLogo),
    announcement: brand.isAnnounced ? { text: announcement, link: announcementLink || undefined } : undefined,
    searchPlaceholder: brand.searchPlaceholder || undefined,
    tagline: brand.tagline || undefined,
    shipsWithin: brand.shipsWithin || undefined,
    copyright: brand.copyright.replaceAll('{year}', year).replaceAll('{name}', () => shopName) || undefined,
    social: social ? socialLinks(social) : undefined,
    home: homeOf(home),
  }
  return Object.values(look).some((value) => value !== undefined) ? look : undefined
}

/** Returns the changed home page, or nothing if it is as installed. */
function homeOf(home: Home): ShopLook['home'] {
  if (isDeepStrictEqual(home, INSTALLED_HOME)) return undefined
  const { picture, title, text, button, buttonLink, sections } = home
  return {
    title: title || undefined,
    text: text || undefined,
    button: button || undefined,
    link: buttonLink || undefined,
    groups: groupsOf(sections, picture !== null),
  }
}

type Groups = NonNullable<ShopLook['home']>['groups']

/** Plain categories and featured products in a row are one block, as on a fresh install. */
function groupsOf(sections: HomeSection[], hasOwnPicture: boolean): Groups {
  const groups: Groups = []
  for (const { name, isShown, scheme } of sections) {
    const isDrawn = scheme !== 'plain' || (name === 'hero' && hasOwnPicture)
    const last = groups.at(-1)
    if (!isShown) continue
    if (isDrawn) groups.push({ names: [name], scheme })
    else if (last && !last.scheme && JOINED.includes(name) && JOINED.includes(last.names[0] ?? 'hero'))
      last.names.push(name)
    else groups.push({ names: [name] })
  }
  return groups
}

const JOINED: HomeSectionName[] = ['categories', 'featured']

/** At most 200 px wide on screens with twice the pixels. */
const LOGO_WIDTH = 480

function sized(image: HostedImage | null) {
  const name = image && ownImage(image.url)
  return name ? { ...image, url: imageAddress(name, LOGO_WIDTH) } : undefined
}

/** Changes with the logo, so browsers fetch the new icon. */
const iconVersion = (url: string) => hash('sha256', url).slice(0, 8)
