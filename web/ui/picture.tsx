import { type ImageName, imageSizes, ownImage, plainSize } from '#contract/images/api.ts'

/**
 * An image that reserves its space before it loads. The shop's own images are loaded in a suitable size, with their
 * mean color as the background. External images are loaded unchanged. `width` and `height` are the original's pixels;
 * if null, the image is cropped to a square. `sizes` is as in HTML. With `priority`, the image is above the fold and
 * isn't lazy-loaded.
 */
export function Picture({
  url,
  alt,
  sizes,
  width,
  height,
  priority = false,
  className = '',
  position,
}: {
  url: string
  alt: string
  sizes: string
  width: number | null
  height: number | null
  priority?: boolean
  className?: string
  /** The part to show if the image is cropped, as in CSS. */
  position?: string
}) {
  const name = ownImage(url)
  const isMeasured = width !== null && height !== null
  const image = (
    <img
      {...(isMeasured ? { width, height } : {})}
      {...(priority ? { loading: 'eager', fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      alt={alt}
      className={[!isMeasured && 'aspect-square object-cover', !name && 'bg-hairline', className]
        .filter(Boolean)
        .join(' ')}
      style={{
        ...(name && { backgroundColor: `#${name.color}` }),
        ...(position && { objectPosition: position }),
      }}
      {...(name ? ownSource(name, sizes, width) : foreignSource(url))}
    />
  )
  // React preloads an eager image, except in a picture element. The preload would fetch a second size of a photograph
  // that the browser still has in a larger one.
  return priority ? <picture className="contents">{image}</picture> : image
}

function ownSource(name: ImageName, sizes: string, width: number | null) {
  const srcSet = imageSizes(name, width)
    .map((size) => `${size.address} ${size.width}w`)
    .join(', ')
  return { sizes, srcSet, src: plainSize(name) }
}

/** External hosts must not learn which page the shopper is viewing. */
function foreignSource(url: string) {
  return { referrerPolicy: 'no-referrer' as const, src: url }
}

const IMAGE = 'url("/icons/fa-image.svg")'

/** Placeholder for a missing image. */
export function NoPicture({ className = 'aspect-square w-full rounded-card' }: { className?: string }) {
  return (
    <div data-no-picture className={`grid place-items-center bg-hairline text-muted ${className}`}>
      <span aria-hidden="true" className="glyph size-1/4" style={{ maskImage: IMAGE }} />
    </div>
  )
}
