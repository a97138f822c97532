import type { DragEvent } from 'react'
import { t } from '#contract/language/language.ts'
import { Picture } from '../../ui/picture.tsx'
import { optionValuesOf, type TypedOption } from './typed-options.ts'
import type * as model from './variant-rows.ts'

type Images = model.AdminProduct['images']
const TYPE = 'application/x-product-image'

/**
 * The product's images, to be dragged onto a row of the grid, or onto an option value for all its variants. With the
 * keyboard, admins choose an image in the row, so screen readers skip this.
 */
export function DraggableImages({
  images,
  options,
  onDrop,
}: {
  images: Images
  options: TypedOption[]
  onDrop(target: model.BulkTarget, image: string): void
}) {
  return (
    <div aria-hidden="true" className="mt-3 pointer-coarse:hidden">
      <p className="text-muted text-sm">
        {t('Drag an image onto a variant, or onto a value for all its variants.')}
      </p>
      <div className="mt-2 flex max-h-40 flex-wrap items-center gap-2 overflow-auto">
        {images.map((image) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: keyboards use the select of each row instead
          <div
            key={image.url}
            draggable
            className="size-12 cursor-grab overflow-hidden rounded-field"
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(TYPE, image.url)
              dataTransfer.effectAllowed = 'copy'
            }}
          >
            <Picture {...image} alt="" sizes="48px" className="pointer-events-none size-full object-cover" />
          </div>
        ))}
        {optionValuesOf(options).map(({ key, name, place, value }) => (
          <span
            key={key}
            title={name}
            className="rounded-field border border-control border-dashed px-3 py-2 text-sm data-over:bg-hairline"
            {...dropOf(images, (image) => onDrop({ place, value }, image))}
          >
            {value}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Returns the handlers of an element that accepts one of the images. It has `data-over` while one is over it. */
export function dropOf(images: Images, onDrop: (image: string) => void) {
  const mark = ({ currentTarget }: DragEvent<HTMLElement>, isOver: boolean) =>
    currentTarget.toggleAttribute('data-over', isOver)
  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!event.dataTransfer.types.includes(TYPE)) return
      event.preventDefault()
      mark(event, true)
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => mark(event, false),
    onDrop(event: DragEvent<HTMLElement>) {
      mark(event, false)
      const image = event.dataTransfer.getData(TYPE)
      // Another tab can drag an image of another product.
      if (!images.some(({ url }) => url === image)) return
      event.preventDefault()
      onDrop(image)
    },
  }
}
