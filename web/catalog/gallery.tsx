import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import type { ProductImage } from '#contract/catalog/api.ts'
import { t } from '#contract/language/language.ts'
import { IconButton } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { ChevronLeftIcon, ChevronRightIcon, ZoomIcon } from '../ui/page-icons.tsx'
import { NoPicture, Picture } from '../ui/picture.tsx'

const SWIPE_PX = 50

/**
 * The main image with arrows that wrap around, and thumbnails (spec section 2). Arrow keys and swipes change the image,
 * and a click enlarges it.
 */
export function Gallery({
  images,
  name,
  first = null,
}: {
  images: ProductImage[]
  name: string
  /** The URL of the image to start with, or null for the main image. */
  first?: string | null | undefined
}) {
  const [index, setIndex] = useState(() =>
    Math.max(
      images.findIndex(({ url }) => url === first),
      0,
    ),
  )
  const [isZoomed, setZoomed] = useState(false)
  const touchedAt = useRef<number | null>(null)
  const current = images[index]
  if (!current) return <NoPicture />

  const move = (step: number) => setIndex((index + step + images.length) % images.length)
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1)
    if (event.key === 'ArrowRight') move(1)
  }
  const release = (event: PointerEvent) => {
    const distance = touchedAt.current === null ? 0 : event.clientX - touchedAt.current
    touchedAt.current = null
    if (Math.abs(distance) >= SWIPE_PX) move(distance < 0 ? 1 : -1)
  }
  const isSeveral = images.length > 1

  return (
    <section
      aria-label={t('Images of {name}', { name })}
      onKeyDown={steer}
      className="gallery max-md:contents"
    >
      <div
        className="relative touch-pan-y overflow-hidden rounded-card bg-hairline"
        onPointerDown={(event) => {
          if (event.pointerType !== 'mouse') touchedAt.current = event.clientX
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          touchedAt.current = null
        }}
      >
        <Picture
          {...current}
          sizes="(min-width: 1280px) 590px, (min-width: 768px) 46vw, 100vw"
          priority
          className="photo product-image aspect-square w-full object-cover"
        />
        <div className="script-only absolute right-2 bottom-2">
          <RoundButton label={t('Enlarge image')} onClick={() => setZoomed(true)}>
            <ZoomIcon />
          </RoundButton>
        </div>
        {isSeveral && (
          <div className="script-only absolute bottom-2 left-2 flex">
            <RoundButton label={t('Previous image')} onClick={() => move(-1)}>
              <ChevronLeftIcon />
            </RoundButton>
            <RoundButton label={t('Next image')} onClick={() => move(1)}>
              <ChevronRightIcon />
            </RoundButton>
          </div>
        )}
        <p aria-live="polite" className="sr-only">
          {t('Image {number} of {length}', { number: index + 1, length: images.length })}
        </p>
      </div>
      {isSeveral && <Thumbnails images={images} index={index} onChoose={setIndex} />}
      <EnlargedImage image={current} title={name} isOpen={isZoomed} onClose={() => setZoomed(false)}>
        {isSeveral && (
          <div className="mt-3 flex items-center justify-center gap-3">
            <IconButton label={t('Previous image')} onClick={() => move(-1)}>
              <ChevronLeftIcon />
            </IconButton>
            <p aria-live="polite">
              {t('{number} of {length}', { number: index + 1, length: images.length })}
            </p>
            <IconButton label={t('Next image')} onClick={() => move(1)}>
              <ChevronRightIcon />
            </IconButton>
          </div>
        )}
      </EnlargedImage>
    </section>
  )
}

function RoundButton(props: Parameters<typeof IconButton>[0]) {
  return <IconButton {...props} className="on-photo hover:bg-white/40" />
}

function Thumbnails({
  images,
  index,
  onChoose,
}: {
  images: ProductImage[]
  /** The place of the shown image. */
  index: number
  onChoose(place: number): void
}) {
  return (
    <ul className="noscript:hidden flex flex-wrap gap-3 max-md:order-1 md:mt-3">
      {images.map((image, place) => (
        <li key={image.url}>
          <button
            type="button"
            aria-label={t('Show image {number}: {alt}', { number: place + 1, alt: image.alt })}
            aria-current={place === index ? 'true' : undefined}
            onClick={() => onChoose(place)}
            className="block overflow-hidden rounded-field border-2 border-transparent aria-[current=true]:border-ink"
          >
            <Picture {...image} alt="" sizes="80px" className="photo size-16 object-cover md:size-20" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function EnlargedImage({
  image,
  title,
  isOpen,
  onClose,
  children,
}: {
  image: ProductImage
  title: string
  isOpen: boolean
  onClose(): void
  /** Buttons that lead to the other images. */
  children: ReactNode
}) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title} isWide>
      {/* A phone is too narrow to show more of the image at once, so it shows it larger, to pan. */}
      <section
        ref={showMiddle}
        aria-label={t('Enlarged image')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only if it has the focus
        tabIndex={0}
        className="enlarged overflow-auto md:max-h-[75dvh]"
      >
        <Picture
          {...image}
          sizes="(min-width: 768px) 90vw, 180vw"
          className="mx-auto w-[180vw] max-w-none md:max-h-[75dvh] md:w-auto md:max-w-full"
        />
      </section>
      {children}
    </Modal>
  )
}

/** Waits for the dialog to open, because a closed one has no layout. */
function showMiddle(frame: HTMLElement | null) {
  requestAnimationFrame(() => {
    if (frame) frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2
  })
}
