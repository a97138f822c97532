import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  title: string
  description?: string
  isDestructive: boolean
  /** Milliseconds until it leaves by itself. */
  duration: number
  isOpen: boolean
}

/** Spec section 4, Toasts. */
const DEFAULT_MS = 5000
const REMOVE_AFTER_MS = 1_000_000

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message; the one before it leaves, since one is visible at a time. */
export function showToast(
  title: string,
  description?: string,
  { isDestructive = false, duration = DEFAULT_MS }: { isDestructive?: boolean; duration?: number } = {},
) {
  const toast: Toast = { id: ++lastId, title, description, isDestructive, duration, isOpen: true }
  change([toast])
}

/** Shows a message after the page was loaded anew. */
export function keepToastForReload(title: string, description?: string) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ title, description }))
  } catch {
    // Where storage is forbidden the message is lost, not the action.
  }
}

/** What was kept before the page was loaded anew, if anything. */
export function showKeptToast() {
  try {
    const kept = sessionStorage.getItem(KEPT)
    if (!kept) return
    sessionStorage.removeItem(KEPT)
    const { title, description } = JSON.parse(kept) as { title: string; description?: string }
    showToast(title, description)
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

const KEPT = 'toast'

/** Closes a toast; it is forgotten much later, after its leaving has been drawn. */
export function dismissToast(id: number) {
  change(toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), REMOVE_AFTER_MS)
}

export function useToasts(): Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => EMPTY,
  )
}

const EMPTY: Toast[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
