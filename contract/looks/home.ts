import { z } from 'zod'
import { flag } from '../typed-text.ts'
import { HostedImage, OptionalPath, optionalLine } from './brand.ts'
import { HOME_SECTIONS, LOOK_MESSAGES as SAYS } from './rules.ts'
import { SCHEMES } from './schemes.ts'

const HomeSection = z.object({
  name: z.enum(HOME_SECTIONS, { error: SAYS.choice }),
  isShown: flag(SAYS.choice),
  scheme: z.enum(SCHEMES, { error: SAYS.choice }),
})
export type HomeSection = z.output<typeof HomeSection>

const INSTALLED: HomeSection[] = HOME_SECTIONS.map((name) => ({ name, isShown: true, scheme: 'plain' }))

/** The store owner's home page. Empty texts are the specification's. */
export const Home = z.object({
  /** The wide photograph of the banner, or null for the installed one. */
  picture: HostedImage.nullable().default(null),
  /** A description of the picture, for screen readers. */
  pictureText: optionalLine(160),
  title: optionalLine(60),
  text: optionalLine(160),
  button: optionalLine(30),
  /** If empty, the list of all products. */
  buttonLink: OptionalPath,
  /** Each section once. The list of products can't be hidden, because searches and categories lead to it. */
  sections: z
    .array(HomeSection)
    .refine((sections) => isEachOnce(sections.map(({ name }) => name)), SAYS.sections)
    .refine((sections) => sections.some(({ name, isShown }) => name === 'products' && isShown), SAYS.products)
    .default(INSTALLED),
})
export type Home = z.output<typeof Home>

export const INSTALLED_HOME: Home = Home.parse({})

const isEachOnce = (names: string[]) =>
  names.length === HOME_SECTIONS.length && new Set(names).size === names.length
