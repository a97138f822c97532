/** Widths of the shop's images in pixels. No other sizes are generated. */
export const IMAGE_WIDTHS = [96, 160, 320, 480, 640, 960, 1200, 1600, 2400] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** The URL without a width is for link previews and serves a JPEG of at most this width. */
export const SHARED_WIDTH = 1600 satisfies ImageWidth

/** Width in `src`, for clients that ignore `srcset`. */
const PLAIN_WIDTH = 960 satisfies ImageWidth

const FOLDER = '/images/'
const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([0-9a-f]{8})([0-9a-f]{6})\.jpg$/
const LONGEST_NAME = 200

/**
 * Name of an image, made from its subject and content: `walnut-stand-1.3f9a2c1bc4b7a7.jpg`. The slug and the hash
 * identify it. The last six digits are its mean color, so a page can paint a placeholder before the image loads.
 */
export type ImageName = { slug: string; hash: string; color: string }

/** Parses 'walnut-stand-1.3f9a2c1bc4b7a7.jpg', or returns null if it isn't the name of one of our images. */
export function parseImageName(text: string): ImageName | null {
  const [, slug, hash, color] = (text.length <= LONGEST_NAME && NAME.exec(text)) || []
  return slug && hash && color ? { slug, hash, color } : null
}

/** Parses '/images/{name}', or returns null for an external URL. */
export function ownImage(url: string): ImageName | null {
  return url.startsWith(FOLDER) ? parseImageName(url.slice(FOLDER.length)) : null
}

/** Returns '/images/{width}/{name}', or the path of the original without a width. */
export function imageAddress(name: ImageName, width?: ImageWidth): string {
  return `${FOLDER}${width === undefined ? '' : `${width}/`}${formatImageName(name)}`
}

/** Returns the width that is served for a requested width: at most that of the original. */
export function servedWidth(requested: number, original: number): number {
  return Math.min(requested, original)
}

export type ImageSize = { address: string; width: number }

/**
 * Lists every useful size, smallest first. The last one is the full original.
 * @param original its width, or null if unknown
 */
export function imageSizes(name: ImageName, original: number | null): ImageSize[] {
  const most = original ?? Number.POSITIVE_INFINITY
  const whole = IMAGE_WIDTHS.find((width) => width >= most) ?? most
  return IMAGE_WIDTHS.filter((width) => width <= whole).map((width) => ({
    address: imageAddress(name, width),
    width: servedWidth(width, most),
  }))
}

/** Returns a size for clients that can't choose one, such as link previews and email programs. */
export function plainSize(name: ImageName): string {
  return imageAddress(name, PLAIN_WIDTH)
}

function formatImageName({ slug, hash, color }: ImageName): string {
  return `${slug}.${hash}${color}.jpg`
}
