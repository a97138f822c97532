import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  title: string
  description?: string
  isDestructive: boolean
  /** Milliseconds until it closes automatically. */
  duration: number
  /** A button in the toast. `hint` says where a screen reader's user finds the same later. */
  action?: { label: string; hint: string; run(): void } | undefined
  isOpen: boolean
}

/** Spec section 4, Toasts. */
const DEFAULT_MS = 5000
const REMOVE_AFTER_MS = 1_000_000

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message and closes the previous one, because only one is visible at a time. */
export function showToast(
  title: string,
  description?: string,
  {
    isDestructive = false,
    duration = DEFAULT_MS,
    action,
  }: { isDestructive?: boolean; duration?: number; action?: Toast['action'] } = {},
) {
  const toast: Toast = { id: ++lastId, title, description, isDestructive, duration, action, isOpen: true }
  change([toast])
}

export function showErrorToast(title: string, description?: string) {
  showToast(title, description, { isDestructive: true })
}

/** Shows a message after the next page load. */
export function saveToastForReload(title: string, description?: string) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ title, description }))
  } catch {
    // Without storage, the message is lost, but not the action.
  }
}

/** Shows the message that was kept during a page load, if there is one. */
export function showSavedToast() {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY)
    if (!stored) return
    sessionStorage.removeItem(STORAGE_KEY)
    const { title, description } = JSON.parse(stored) as { title: string; description?: string }
    showToast(title, description)
  } catch {
    // Without storage, no message was saved.
  }
}

const STORAGE_KEY = 'toast'

/** Closes a toast. It is removed much later, after its exit animation. */
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
