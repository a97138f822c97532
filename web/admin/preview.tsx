import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { t } from '#contract/language/language.ts'
import { IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { useModal } from '../ui/modal.tsx'

/** The store's header and footer, around a page. Provided by the route, because slices don't know the layout. */
export const StoreFrame = createContext<ComponentType<{ children: ReactNode }>>(({ children }) => children)

/** Shows a page as shoppers would see it, over the admin. Nothing is saved, and nothing in it can be used. */
export function Preview({
  isOpen,
  onClose,
  title,
  actions,
  children,
}: {
  isOpen: boolean
  onClose(): void
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const [dialog, isDrawn] = useModal(isOpen, 0)
  const Frame = use(StoreFrame)
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col bg-paper p-0 text-ink open:flex"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {isDrawn && (
        <>
          <div className="flex shrink-0 flex-wrap items-center gap-3 border-hairline border-b bg-surface px-4 py-2 md:px-8">
            <h2 className="mr-auto text-base">{title}</h2>
            {actions}
            <IconButton label={t('Close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard couldn't scroll the page, whose links are inert */}
          <section tabIndex={0} aria-label={t('Page')} className="grow overflow-y-auto">
            <div inert>
              <Frame>{children}</Frame>
            </div>
          </section>
        </>
      )}
    </dialog>
  )
}
