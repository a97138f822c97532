import { Suspense, useId, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Skeleton } from '../../ui/feedback.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { ProductValues } from './product-values.ts'

/** Loads the editor, which is larger than the rest of the admin. */
const DescriptionEditor = loadLater(async () => (await import('./description-editor.tsx')).DescriptionEditor)

/** The description, edited with formatting or previewed as shoppers see it. The server determines the allowed content. */
export function DescriptionField() {
  const [tab, setTab] = useState('write')
  const { control, formState } = useFormContext<ProductValues>()
  const id = useId()
  const error = formState.errors.description?.message
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-sm">
        Description
      </p>
      <Controller
        control={control}
        name="description"
        render={({ field }) => (
          <Tabs
            name="Description"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'write',
                label: 'Write',
                content: (
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
                ),
              },
              {
                value: 'preview',
                label: 'Preview',
                content: field.value ? (
                  <RichText html={field.value} />
                ) : (
                  <p className="text-muted">Nothing yet.</p>
                ),
              },
            ]}
          />
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
