import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useModal } from './modal.tsx'

/** Duration of a panel's exit animation (spec section 9). */
const SLIDE_OUT_MS = 300

type Side = 'right' | 'left' | 'bottom'

const PLACES: Record<Side, string> = {
  right: 'ml-auto h-dvh max-h-dvh w-full',
  left: 'mr-auto h-dvh max-h-dvh w-[min(22rem,90vw)] max-w-none',
  bottom: 'mt-auto max-h-[85dvh] w-full max-w-none rounded-t-card',
}

const WIDTHS: Record<string, string> = { false: 'max-w-md', true: 'max-w-3xl', extra: 'max-w-6xl' }

/** A panel that slides in over the page. Closes on Escape, its close button, or a click outside. */
export function Sheet({
  isOpen,
  onClose,
  title,
  side,
  isWide = false,
  children,
  footer,
}: {
  isOpen: boolean
  onClose(): void
  title: string
  side: Side
  /** For forms with more than a few fields, or 'extra' for a record with several columns. */
  isWide?: boolean | 'extra'
  children: ReactNode
  footer?: ReactNode
}) {
  const [dialog, isDrawn] = useModal(isOpen, SLIDE_OUT_MS)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, by the dialog's own cancel event
    <dialog
      ref={dialog}
      aria-label={title}
      data-side={side}
      className={`sheet ${isWide ? 'sheet-wide' : ''} m-0 flex-col bg-paper p-0 text-ink shadow-float open:flex ${PLACES[side]} ${side === 'right' ? WIDTHS[String(isWide)] : ''}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {isDrawn && (
        <>
          <div className="sheet-title flex shrink-0 items-center justify-between border-hairline border-b px-5 py-3">
            <h2 className="type-title">{title}</h2>
            <IconButton label={t('Close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          <div className="grow overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && <div className="shrink-0 border-hairline border-t p-5">{footer}</div>}
        </>
      )}
    </dialog>
  )
}
