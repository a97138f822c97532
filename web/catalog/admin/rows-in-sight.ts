import { type KeyboardEvent, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/** The least height of a row, which its fields fit into. */
export const ROW_PX = 56
/** A longer grid has its own scrollbar, and only the rows in sight are in the document. */
const WHOLE_MAX = 50
/** Height of a long grid, as a share of the window's. */
export const HEIGHT = 0.7
/** Rows in the document above and below those in sight. */
const MARGIN_ROWS = 8
/** The rows change in steps, so that most scroll events render nothing. */
const STEP_ROWS = 5
const PAGE_ROWS = 10
const KEYS: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -PAGE_ROWS,
  PageDown: PAGE_ROWS,
}

/**
 * Returns the rows to render of a long grid, each with the number of rows left out before it: those in sight, and the one
 * with the focus, which the keyboard would lose otherwise. The last entry is the space after them.
 */
export function useRowsInSight(count: number) {
  const [first, setFirst] = useState(0)
  const [inSight, setInSight] = useState(() => rowsIn(innerHeight * HEIGHT))
  const [focused, setFocused] = useState<number | null>(null)
  const isLong = count > WHOLE_MAX
  const [from, to] = isLong
    ? [Math.max(first - MARGIN_ROWS, 0), Math.min(first + inSight + STEP_ROWS + MARGIN_ROWS, count)]
    : [0, count]
  const indexes = Array.from({ length: Math.max(to - from, 0) }, (_, place) => from + place)
  if (focused !== null && focused < from) indexes.unshift(focused)
  if (focused !== null && focused >= to && focused < count) indexes.push(focused)
  const shown = [...indexes, count].map((index, place) => ({
    index,
    gap: index - (indexes[place - 1] ?? -1) - 1,
  }))

  /** Moves the focus to the same column of another row, which is rendered first if it is out of sight. */
  const focusRow = useCallback(
    (event: KeyboardEvent<HTMLInputElement>, index: number) => {
      const step = KEYS[event.key]
      const isFirst = event.ctrlKey && event.key === 'Home'
      const isLast = event.ctrlKey && event.key === 'End'
      if (step === undefined && !isFirst && !isLast) return
      const wanted = isFirst ? 0 : isLast ? count - 1 : index + (step ?? 0)
      const target = Math.min(Math.max(wanted, 0), count - 1)
      if (target === index) return
      event.preventDefault()
      const cell = event.currentTarget.closest('td')
      const body = cell?.closest('tbody')
      flushSync(() => setFocused(target))
      const row = body?.querySelector<HTMLTableRowElement>(`[data-row="${target}"]`)
      const input = row?.cells[cell?.cellIndex ?? 0]?.querySelector('input')
      input?.focus()
      input?.select()
    },
    [count],
  )
  const onScroll = ({ currentTarget: { scrollTop, clientHeight } }: { currentTarget: HTMLElement }) => {
    setFirst(Math.floor(scrollTop / ROW_PX / STEP_ROWS) * STEP_ROWS)
    setInSight(rowsIn(clientHeight))
  }
  return { isLong, shown, onScroll, focusRow, setFocused }
}

const rowsIn = (height: number) => Math.ceil(height / ROW_PX)
