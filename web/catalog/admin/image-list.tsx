import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { IMAGES_MAX } from '#contract/catalog/rules.ts'
import { t } from '#contract/language/language.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { PlusIcon } from '../../ui/page-icons.tsx'
import { ImageRow } from './image-row.tsx'
import type { ProductValues } from './product-values.ts'
import { UploadButton } from './upload-button.tsx'

/** Scrolling with a finger across the handle doesn't drag. */
const DRAG_AFTER_PX = 5

/**
 * The images of a product, added by URL or upload. The first one is the main image. Sorted by drag and drop or
 * keyboard.
 */
export function ImageList() {
  const { control, formState, getValues } = useFormContext<ProductValues>()
  const { fields, append, update, remove, move } = useFieldArray({ control, name: 'images' })
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = fields.map(({ id }) => id)
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  // Reads the current values, because several uploads finish one after the other.
  const place = (url: string) => {
    const images = getValues('images')
    const empty = images.findIndex((image) => image.url.trim() === '')
    if (empty >= 0) update(empty, { url, alt: images[empty]?.alt ?? '' })
    else append({ url, alt: '' }, { shouldFocus: false })
  }
  const error = formState.errors.images?.root?.message ?? formState.errors.images?.message
  return (
    <fieldset>
      <legend className="mb-1 block font-medium text-sm">{t('Images')}</legend>
      <p className="mb-3 text-muted text-sm">
        {t('The first one is the main image. JPEG, PNG, WebP, or AVIF, up to 10 MB each.')}
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements: announcementsFor(ids) }}
        onDragEnd={drop}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="space-y-3">
            {fields.map(({ id }, index) => (
              <ImageRow
                key={id}
                id={id}
                index={index}
                isLast={index === fields.length - 1}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <Rejection className="mt-1 text-sm">{error}</Rejection>
      <div className="mt-3 flex flex-wrap gap-2">
        <UploadButton most={IMAGES_MAX - fields.length} onUploaded={place} />
        <Button
          look="outline"
          disabled={fields.length >= IMAGES_MAX}
          onClick={() => append({ url: '', alt: '' })}
        >
          <PlusIcon className="size-4" />
          {t(' Add by URL')}
        </Button>
      </div>
    </fieldset>
  )
}

/** Returns the screen reader announcements for moving an image by keyboard. */
function announcementsFor(ids: string[]): Announcements {
  const place = (id: UniqueIdentifier) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  return {
    onDragStart: ({ active }) => `Picked up the image at ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? `The image is over ${place(over.id)}.` : undefined,
    onDragEnd: ({ over }) =>
      over ? `The image is now at ${place(over.id)}.` : 'The image stays where it was.',
    onDragCancel: () => 'The image stays where it was.',
  }
}
