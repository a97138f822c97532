import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#contract/language/language.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'

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
            <h2 className="type-title">{title}</h2>
            <IconButton label={t('Close')} className="-mt-1.5 -mr-2" onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}

/**
 * Opens and closes a native modal dialog, which traps the focus, makes the rest of the page inert, and restores the
 * focus when it closes.
 * @param closingMs duration of the exit animation, during which the dialog has `data-closing`
 * @returns the dialog's ref, and whether to render its content
 */
export function useModal(isOpen: boolean, closingMs: number): [RefObject<HTMLDialogElement | null>, boolean] {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isRendered, setRendered] = useState(false)
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return
    setRendered(true)
    // Reopened during the exit animation.
    clearTimeout(closeTimer.current)
    delete element.dataset.closing
    if (!element.open) element.showModal()
    const leaveTopLayer = enterTopLayer(element)
    return () => {
      leaveTopLayer()
      element.dataset.closing = ''
      closeTimer.current = setTimeout(() => {
        delete element.dataset.closing
        element.close()
        setRendered(false)
      }, closingMs)
    }
  }, [isOpen, closingMs])

  // An unmounted dialog has no exit animation to finish. Must follow the effect above, whose cleanup starts one.
  useEffect(() => () => clearTimeout(closeTimer.current), [])

  return [dialog, isOpen || isRendered]
}

/**
 * The open modal dialogs, topmost last. Elements that must stay visible and usable above them, such as toasts, must be
 * rendered inside the topmost one, because the browser makes everything else inert.
 */
let dialogs: HTMLElement[] = []
const listeners = new Set<() => void>()

/** @returns a function that removes it */
function enterTopLayer(dialog: HTMLElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((other) => other !== dialog))
}

/** Returns the topmost open dialog, or null if there is none. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => dialogs.at(-1) ?? null,
    () => null,
  )
}

function change(next: HTMLElement[]) {
  dialogs = next
  for (const listener of listeners) listener()
}
