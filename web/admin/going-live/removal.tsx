import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { ChangeDialog } from '../changes.tsx'

/**
 * Says what the shop could remove, and asks before it does.
 * @property sentence renders the sentence with the button that opens the dialog
 */
export function Removal({
  sentence,
  isOpen,
  onOpenChange,
  ...dialog
}: {
  sentence(button: ReactElement): ReactNode
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
} & Pick<ComponentProps<typeof ChangeDialog>, 'title' | 'submit' | 'change' | 'onSubmit' | 'children'>) {
  return (
    <>
      <p className="mt-2 text-sm">
        {sentence(
          <button
            type="button"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
            onClick={() => onOpenChange(true)}
          />,
        )}
      </p>
      {isOpen && <ChangeDialog {...dialog} isDanger onClose={() => onOpenChange(false)} />}
    </>
  )
}
