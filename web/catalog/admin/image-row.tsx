import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useFormContext } from 'react-hook-form'
import { isImageAddress } from '#contract/catalog/product-input.ts'
import { t } from '#contract/language/language.ts'
import { GripIcon } from '../../admin/icons.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { TrashIcon } from '../../ui/page-icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { ProductValues } from './product-values.ts'

/** One image with its preview, URL, description, and position. Buttons move it, too, as an alternative to dragging. */
export function ImageRow({
  id,
  index,
  isLast,
  onMove,
  onRemove,
}: {
  id: string
  index: number
  isLast: boolean
  onMove(to: number): void
  onRemove(): void
}) {
  const { register, watch, formState } = useFormContext<ProductValues>()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id })
  const url = watch(`images.${index}.url`)?.trim() ?? ''
  const errors = formState.errors.images?.[index]
  const place = index + 1
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex gap-3 rounded-card border border-hairline bg-surface p-3 ${isDragging ? 'relative z-10 shadow-float' : ''}`}
    >
      <div className="flex shrink-0 flex-col items-center gap-1">
        <div className="size-16 overflow-hidden rounded-field bg-hairline sm:size-20">
          {isImageAddress(url) && (
            <Picture
              url={url}
              alt=""
              width={null}
              height={null}
              sizes="80px"
              className="size-full object-cover"
            />
          )}
        </div>
        {index === 0 && <span className="text-muted text-xs">{t('Main')}</span>}
      </div>
      <div className="min-w-0 grow space-y-2">
        <Field
          label={t('Image {place} URL', { place })}
          type="url"
          error={errors?.url?.message}
          {...register(`images.${index}.url`)}
        />
        <Field
          label={t('Image {place} description', { place })}
          hint={t('What the image shows, for people who can’t see it.')}
          error={errors?.alt?.message}
          {...register(`images.${index}.alt`)}
        />
      </div>
      <div className="flex shrink-0 flex-col">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t('Drag image {place}', { place })}
          className="inline-flex size-11 touch-none items-center justify-center rounded-full hover:bg-hairline"
        >
          <GripIcon />
        </button>
        <IconButton
          label={t('Move image {place} up', { place })}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ChevronDownIcon className="size-4 rotate-180" />
        </IconButton>
        <IconButton
          label={t('Move image {place} down', { place })}
          disabled={isLast}
          onClick={() => onMove(index + 1)}
        >
          <ChevronDownIcon className="size-4" />
        </IconButton>
        <IconButton label={t('Remove image {place}', { place })} onClick={onRemove}>
          <TrashIcon className="size-4" />
        </IconButton>
      </div>
    </li>
  )
}
