import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#contract/language/language.ts'
import { reasonOf } from '../../../platform/api.ts'

type Props = {
  /** For example, 'Price of Walnut Tray'. */
  label: string
  /** Arrow keys move between the cells with the same name. */
  column: string
  /** The text to edit. */
  value: string
  inputMode: 'decimal' | 'numeric'
  /** Returns the message for a text that can't be saved, or undefined. */
  problemOf(text: string): string | undefined
  /** Rejects with the reason to show. */
  onSave(text: string): Promise<void>
  /** The content of the cell while it isn't edited. */
  children: ReactNode
}

/** A value in a list that becomes a field when it is clicked. Enter and leaving the field save it, and Escape doesn't. */
export function EditableCell({ label, column, children, ...field }: Props) {
  const { typed, problem, isSaving, open, ...actions } = useEditing(field)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const close = (finish: () => void) => {
    const hasFocus = document.activeElement === input.current
    flushSync(finish)
    if (hasFocus) button.current?.focus()
  }
  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        data-cell={column}
        className="-mx-2 inline-flex min-h-9 pointer-coarse:min-h-11 items-center rounded-field border border-transparent px-2 text-left tabular-nums underline decoration-control decoration-dotted underline-offset-4 hover:border-control"
        onClick={() => {
          flushSync(open)
          input.current?.focus()
          input.current?.select()
        }}
        onKeyDown={(event) => focusRow(event, column)}
      >
        <span className="sr-only">{t('Edit {label}: ', { label })}</span>
        {children}
      </button>
    )
  return (
    <span className="relative inline-flex">
      <input
        ref={input}
        data-cell={column}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        aria-busy={isSaving || undefined}
        // Disabling it would lose the focus.
        readOnly={isSaving}
        inputMode={field.inputMode}
        autoComplete="off"
        value={typed}
        className="-mx-2 min-h-9 w-20 pointer-coarse:min-h-11 rounded-field border border-control bg-surface px-2 tabular-nums read-only:bg-hairline aria-invalid:border-sale"
        onChange={({ target }) => actions.type(target.value)}
        onBlur={() => void actions.submit(close)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Otherwise, the key would also press the button that gets the focus.
            event.preventDefault()
            void actions.submit(close)
          } else if (event.key === 'Escape') close(actions.cancel)
          else focusRow(event, column)
        }}
      />
      {problem && (
        <span
          id={id}
          role="alert"
          className="absolute top-full right-0 z-30 mt-1 w-64 rounded-field border border-sale bg-surface p-2 text-sale text-sm shadow-float md:right-auto md:-left-2"
        >
          {problem}
        </span>
      )}
    </span>
  )
}

/** The typed text, or null while nothing is edited, and what happens to it. */
function useEditing({ value, problemOf, onSave }: Pick<Props, 'value' | 'problemOf' | 'onSave'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  // Some browsers report that a field loses the focus when it is removed.
  const isOpen = useRef(false)
  const finish = () => {
    isOpen.current = false
    setTyped(null)
    setProblem(undefined)
  }
  return {
    typed,
    problem,
    isSaving,
    open() {
      isOpen.current = true
      setTyped(value)
    },
    type: setTyped,
    cancel: finish,
    async submit(close: (finish: () => void) => void) {
      if (typed === null || isSaving || !isOpen.current) return
      if (typed.trim() === value) return close(finish)
      const found = problemOf(typed)
      setProblem(found)
      if (found) return
      setSaving(true)
      try {
        await onSave(typed)
        close(finish)
      } catch (error) {
        setProblem(reasonOf(error as Error, 'It couldn’t be saved. Please try again.'))
      } finally {
        setSaving(false)
      }
    },
  }
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** Moves the focus to the cell above or below, which saves the one that is left. */
function focusRow(event: KeyboardEvent<HTMLElement>, column: string) {
  const step = STEPS[event.key]
  const table = event.currentTarget.closest('table')
  if (!step || !table) return
  const cells = [...table.querySelectorAll<HTMLElement>(`[data-cell="${column}"]`)]
  const next = cells[cells.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
