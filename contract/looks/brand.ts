import { z } from 'zod'
import { ownImage } from '../images/api.ts'
import { shownLine } from '../text.ts'
import { flag } from '../typed-text.ts'
import { isColor } from './colors.ts'
import { CORNERS, FONT_PAIRS, LOOK_MESSAGES as SAYS } from './rules.ts'
import { isAccent, nearestAccent } from './schemes.ts'
import { isSocialAddress, SOCIAL_MAX, socialLines } from './social.ts'

/** An optional line of displayed text. */
export const optionalLine = (max: number) =>
  shownLine({ min: 0, tooShort: '', max, tooLong: `At most ${max} characters` }).default('')

const ADDRESS_MAX = 200
/** A page of the shop, such as '/about', or of another site, or empty. */
const OptionalLink = z
  .string()
  .trim()
  .max(ADDRESS_MAX, `At most ${ADDRESS_MAX} characters`)
  .refine((text) => text === '' || isLink(text), SAYS.link)
  .default('')

/** A page of the shop, such as '/about', or empty. */
export const OptionalPath = z
  .string()
  .trim()
  .max(ADDRESS_MAX, `At most ${ADDRESS_MAX} characters`)
  .refine((text) => text === '' || isPath(text), SAYS.path)
  .default('')

const isPath = (text: string) => /^\/(?![/\\])[^\s\\]*$/.test(text)
const isLink = (text: string) => isPath(text) || isWebsite(text)
const isWebsite = (text: string) => /^https:\/\/\S+$/.test(text) && URL.canParse(text)

/** An image that the shop hosts, with the pixels of the original. */
export const HostedImage = z.object({
  url: z.string().refine((url) => ownImage(url) !== null, SAYS.image),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type HostedImage = z.output<typeof HostedImage>

/** The store owner's brand. Empty texts are the specification's. */
export const Brand = z.object({
  logo: HostedImage.nullable().default(null),
  /** For the dark theme. */
  darkLogo: HostedImage.nullable().default(null),
  /** '#1f5f8b', or empty for the installed color. */
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === '' || isColor(text), SAYS.accent)
    .default(''),
  corners: z.enum(CORNERS, { error: SAYS.choice }).default('rounded'),
  fonts: z.enum(FONT_PAIRS, { error: SAYS.choice }).default('editorial'),
  /** Whether the announcement is shown above the header. */
  isAnnounced: flag(SAYS.choice).default(false),
  announcement: optionalLine(120),
  announcementLink: OptionalLink,
  searchPlaceholder: optionalLine(60),
  tagline: optionalLine(120),
  /** Completes 'Products ship within', such as '3 business days'. */
  shipsWithin: optionalLine(40),
  /** '{year}' is the current year, and '{name}' the shop's name. */
  copyright: optionalLine(120),
  /** URLs of profiles, one per line. */
  social: z
    .string()
    .trim()
    .refine((text) => socialLines(text).every(isSocialAddress), SAYS.social)
    .refine((text) => socialLines(text).length <= SOCIAL_MAX, SAYS.socialTooMany)
    .default(''),
})
export type Brand = z.output<typeof Brand>

export const NO_BRAND: Brand = Brand.parse({})

/** A brand that an admin saves, with readable colors. Stored ones aren't checked again. */
export const ReadableBrand = Brand.superRefine(({ accent, isAnnounced, announcement }, context) => {
  if (isColor(accent) && !isAccent(accent))
    context.addIssue({
      code: 'custom',
      path: ['accent'],
      message: SAYS.lightAccent(accent, nearestAccent(accent)),
    })
  if (isAnnounced && announcement === '')
    context.addIssue({ code: 'custom', path: ['announcement'], message: SAYS.announcement })
})
