/** The widths in which the shop gives its images, in pixels; no other is ever made. */
export const IMAGE_WIDTHS = [96, 160, 320, 480, 640, 960, 1200, 1600, 2400] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** The address without a width is for link previews: a JPEG of at most this width. */
export const SHARED_WIDTH = 1600 satisfies ImageWidth

/** What `src` says where the browser does not choose from `srcset`. */
const PLAIN_WIDTH = 960 satisfies ImageWidth

const FOLDER = '/images/'
const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([0-9a-f]{8})([0-9a-f]{6})\.jpg$/
const LONGEST_NAME = 200

/**
 * An image of the shop is named after what it shows and after its content: `walnut-stand-1.3f9a2c1bc4b7a7.jpg`.
 * Slug and hash find it; the last six digits are its mean colour, so that whoever has the address can paint
 * something fitting before the image is there.
 */
export type ImageName = { slug: string; hash: string; color: string }

/** 'walnut-stand-1.3f9a2c1bc4b7a7.jpg' -> its parts; null for what is no name of an image of ours. */
export function parseImageName(text: string): ImageName | null {
  const [, slug, hash, color] = (text.length <= LONGEST_NAME && NAME.exec(text)) || []
  return slug && hash && color ? { slug, hash, color } : null
}

/** '/images/{name}' -> name; null for a foreign address. */
export function ownImage(url: string): ImageName | null {
  return url.startsWith(FOLDER) ? parseImageName(url.slice(FOLDER.length)) : null
}

/** '/images/{width}/{name}'; without a width the original. */
export function imageAddress(name: ImageName, width?: ImageWidth): string {
  return `${FOLDER}${width === undefined ? '' : `${width}/`}${formatImageName(name)}`
}

/** An asked width as it is given: never more pixels than the original has. */
export function givenWidth(asked: number, original: number): number {
  return Math.min(asked, original)
}

export type ImageSize = { address: string; width: number }

/** Every size worth offering, smallest first; the last one is the whole original. Null: its width is not known. */
export function imageSizes(name: ImageName, original: number | null): ImageSize[] {
  const most = original ?? Number.POSITIVE_INFINITY
  const whole = IMAGE_WIDTHS.find((width) => width >= most) ?? most
  return IMAGE_WIDTHS.filter((width) => width <= whole).map((width) => ({
    address: imageAddress(name, width),
    width: givenWidth(width, most),
  }))
}

/** For who cannot choose a size, such as a link preview or a mailer. */
export function plainSize(name: ImageName): string {
  return imageAddress(name, PLAIN_WIDTH)
}

function formatImageName({ slug, hash, color }: ImageName): string {
  return `${slug}.${hash}${color}.jpg`
}
