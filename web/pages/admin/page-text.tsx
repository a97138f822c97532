import { Suspense, useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Skeleton } from '../../ui/feedback.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import type { PageValues } from './page-values.ts'

const DescriptionEditor = loadLater(
  async () => (await import('../../catalog/admin/description-editor.tsx')).DescriptionEditor,
)

/** The text of a page, edited with formatting. The server determines the allowed content. */
export function PageText() {
  const { control, formState } = useFormContext<PageValues>()
  const id = useId()
  const error = formState.errors.html?.message
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-sm">
        Text
      </p>
      <Controller
        control={control}
        name="html"
        render={({ field }) => (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <DescriptionEditor
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              focusRef={field.ref}
              labelId={id}
              errorId={error ? `${id}-error` : undefined}
            />
          </Suspense>
        )}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sale text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
