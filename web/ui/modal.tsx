import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useModal } from './use-modal.ts'

/** A dialog in the middle of the page. Closes on Escape, its close button, or a click outside. */
export function Modal({
  isOpen,
  onClose,
  title,
  isWide = false,
  children,
}: {
  isOpen: boolean
  onClose(): void
  title: string
  isWide?: boolean
  children: ReactNode
}) {
  const [dialog, isDrawn] = useModal(isOpen, 0)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, by the dialog's own cancel event
    <dialog
      ref={dialog}
      aria-label={title}
      className={`modal m-auto w-[calc(100vw-2rem)] rounded-card bg-surface p-0 text-ink shadow-float ${isWide ? 'max-w-4xl' : 'max-w-lg'}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {isDrawn && (
        <div className="p-5 md:p-6">
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 className="text-2xl">{title}</h2>
            <IconButton label="Close" className="-mt-1.5 -mr-2" onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
