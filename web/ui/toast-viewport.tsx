import * as Radix from 'radix-ui/toast'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#contract/language/language.ts'
import { CloseIcon } from './icons.tsx'
import { useTopLayer } from './modal.tsx'
import { dismissToast, type Toast, useToasts } from './toast-store.ts'

const SWIPE_THRESHOLD_PX = 50

/** Toasts as in the spec: F8 focuses them, hover and focus pause them, and a swipe of 50 px or Escape dismisses them. */
export function ToastViewport() {
  const toasts = useToasts()
  const host = useHost()
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX} label={t('Notification')}>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
      {createPortal(
        <Radix.Viewport
          hotkey={['F8']}
          label={t('Notifications ({hotkey})', { hotkey: '{hotkey}' })}
          className="toast-place fixed right-0 bottom-0 z-50 flex w-full max-w-sm list-none flex-col p-4 outline-none"
        />,
        host,
      )}
    </Radix.Provider>
  )
}

/**
 * Returns the element that contains the toasts, in the topmost dialog or the page. It is moved there rather than
 * rendered again, because a new element would make a visible toast disappear and fade in a second time.
 */
function useHost(): HTMLElement {
  const [host] = useState(newHost)
  const place = useTopLayer() ?? document.body
  useLayoutEffect(() => {
    place.append(host)
    // Moving an element restarts its animations.
    for (const animation of host.getAnimations({ subtree: true })) animation.finish()
  }, [host, place])
  useLayoutEffect(() => () => host.remove(), [host])
  return host
}

function newHost(): HTMLElement {
  const host = document.createElement('div')
  host.className = 'toast-host'
  return host
}

function OneToast({ toast }: { toast: Toast }) {
  return (
    <Radix.Root
      open={toast.isOpen}
      duration={toast.duration}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(toast.id)
      }}
      type={toast.isDestructive ? 'foreground' : 'background'}
      data-destructive={toast.isDestructive || undefined}
      className="toast relative rounded-card border border-hairline bg-surface p-4 pr-12 shadow-float data-destructive:border-sale"
    >
      <Radix.Title className={`font-medium ${toast.isDestructive ? 'text-sale' : ''}`}>
        {toast.title}
      </Radix.Title>
      {toast.description && (
        <Radix.Description className="mt-1 text-muted text-sm">{toast.description}</Radix.Description>
      )}
      {toast.action && (
        <Radix.Action
          altText={toast.action.hint}
          className="mt-1 -mb-2 min-h-11 font-medium underline underline-offset-4 hover:text-accent"
          onClick={toast.action.run}
        >
          {toast.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={t('Dismiss')}
        className="absolute top-1 right-1 flex size-8 items-center pointer-coarse:size-11 justify-center rounded-full hover:bg-hairline"
      >
        <CloseIcon className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}
