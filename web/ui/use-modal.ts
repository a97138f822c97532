import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * Opens and closes the browser's own modal dialog, which keeps the focus inside, makes the rest inert and gives the focus back.
 * @param closingMs how long it takes to leave; meanwhile it carries `data-closing`
 * @returns the dialog's ref, and whether its content is to be drawn
 */
export function useModal(isOpen: boolean, closingMs: number): [RefObject<HTMLDialogElement | null>, boolean] {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return
    setDrawn(true)
    // Opened again while it was leaving: it stays.
    clearTimeout(leaving.current)
    delete element.dataset.closing
    if (!element.open) element.showModal()
    const leaveTopLayer = enterTopLayer(element)
    return () => {
      leaveTopLayer()
      element.dataset.closing = ''
      leaving.current = setTimeout(() => {
        delete element.dataset.closing
        element.close()
        setDrawn(false)
      }, closingMs)
    }
  }, [isOpen, closingMs])

  // Taken off the page, it has no leaving to finish. (After the effect above, whose end begins one.)
  useEffect(() => () => clearTimeout(leaving.current), [])

  return [dialog, isOpen || isDrawn]
}

/**
 * The modal dialogs that are open, the topmost last. What must stay in sight and in reach above them, such as a toast, has to
 * stand inside the topmost one: the browser makes everything else inert.
 */
let dialogs: HTMLElement[] = []
const listeners = new Set<() => void>()

/** @returns a function that removes it */
function enterTopLayer(dialog: HTMLElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((one) => one !== dialog))
}

/** The topmost open dialog; null when none is. */
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
