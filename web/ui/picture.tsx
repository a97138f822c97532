import { type ImageName, imageSizes, ownImage, plainSize } from '#contract/images/api.ts'

/**
 * An image that takes its place before it loads. The shop's own come in the size that fits and over their mean colour;
 * a foreign one as it is. Pixels of the original; null where they are not known: then it is cut to a square.
 * `sizes`: how wide it is drawn, as in HTML. `priority`: the first thing to see, so it is not put off.
 */
export function Picture({
  url,
  alt,
  sizes,
  width,
  height,
  priority = false,
  className = '',
}: {
  url: string
  alt: string
  sizes: string
  width: number | null
  height: number | null
  priority?: boolean
  className?: string
}) {
  const name = ownImage(url)
  const isMeasured = width !== null && height !== null
  return (
    <img
      {...(isMeasured ? { width, height } : {})}
      {...(priority ? { loading: 'eager', fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      alt={alt}
      className={[!isMeasured && 'aspect-square object-cover', !name && 'bg-hairline', className]
        .filter(Boolean)
        .join(' ')}
      style={name ? { backgroundColor: `#${name.color}` } : undefined}
      {...(name ? ownSource(name, sizes, width) : foreignSource(url))}
    />
  )
}

function ownSource(name: ImageName, sizes: string, width: number | null) {
  const srcSet = imageSizes(name, width)
    .map((size) => `${size.address} ${size.width}w`)
    .join(', ')
  return { sizes, srcSet, src: plainSize(name) }
}

/** The owner of the other address need not learn which page is read. */
function foreignSource(url: string) {
  return { referrerPolicy: 'no-referrer' as const, src: url }
}

const IMAGE = 'url("/icons/fa-image.svg") center / contain no-repeat'

/** In place of a picture that there is none of. */
export function NoPicture({ className = 'aspect-square w-full rounded-card' }: { className?: string }) {
  return (
    <div data-no-picture className={`grid place-items-center bg-hairline text-muted ${className}`}>
      <span aria-hidden="true" className="size-1/4 bg-current" style={{ mask: IMAGE }} />
    </div>
  )
}
