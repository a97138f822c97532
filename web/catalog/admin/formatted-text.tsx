import { type ReactNode, Suspense, useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Skeleton } from '../../ui/feedback.tsx'
import { loadLater } from '../../ui/load-later.tsx'

/** Loads the editor, which is larger than the rest of the admin. */
const DescriptionEditor = loadLater(async () => (await import('./description-editor.tsx')).DescriptionEditor)

/**
 * A field of a form for text with formatting. The server determines the allowed content.
 * @param frame puts something around the editor
 */
export function FormattedText({
  name,
  label,
  frame = (editor) => editor,
}: {
  name: 'description' | 'html'
  label: string
  frame?(editor: ReactNode, html: string): ReactNode
}) {
  const { control, formState, getFieldState } = useFormContext<{ description: string; html: string }>()
  const id = useId()
  const error = getFieldState(name, formState).error?.message
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-sm">
        {label}
      </p>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <>
            {frame(
              <Suspense fallback={<Skeleton className="h-64" />}>
                <DescriptionEditor
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  focusRef={ref}
                  labelId={id}
                  errorId={error ? `${id}-error` : undefined}
                />
              </Suspense>,
              value,
            )}
          </>
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
