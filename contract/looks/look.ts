import { z } from 'zod'
import { HOME_SECTIONS } from './rules.ts'
import { SCHEMES } from './schemes.ts'

/** An image in the size that the header shows. `width` and `height` are those of the original. */
const Logo = z.object({ url: z.string(), width: z.int(), height: z.int() })

/** The differences from a fresh install. Values that are as installed are omitted. */
/** Sections that share a background, from top to bottom. `scheme` is omitted if it is that of a fresh install. */
const SectionGroup = z.object({
  names: z.array(z.enum(HOME_SECTIONS)),
  scheme: z.enum(SCHEMES).optional(),
})

export const ShopLook = z.object({
  /** URL of the stylesheet with the colors and corners. Its name changes with its content. */
  stylesheet: z.string().optional(),
  /** The fonts, if they aren't the installed ones. The stylesheet has their faces. */
  fonts: z
    .object({
      /** URLs of the files that every page needs. */
      preloads: z.array(z.string()),
      /** The font of the text, for the payment provider's frame. */
      text: z.object({ family: z.string(), url: z.string() }),
    })
    .optional(),
  /** URL of the icon for tabs, made from the logo. */
  icon: z.string().optional(),
  logo: Logo.optional(),
  /** The logo for the dark theme. */
  darkLogo: Logo.optional(),
  announcement: z.object({ text: z.string(), link: z.string().optional() }).optional(),
  searchPlaceholder: z.string().optional(),
  tagline: z.string().optional(),
  shipsWithin: z.string().optional(),
  copyright: z.string().optional(),
  /** Label and URL of each profile on another site. */
  home: z
    .object({
      title: z.string().optional(),
      text: z.string().optional(),
      button: z.string().optional(),
      link: z.string().optional(),
      groups: z.array(SectionGroup),
    })
    .optional(),
  social: z.array(z.tuple([z.string(), z.string()])).optional(),
})
export type ShopLook = z.output<typeof ShopLook>
