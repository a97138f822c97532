import { useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useNavigate } from '../platform/router/use-router.ts'
import { IconButton } from '../ui/button.tsx'
import { CloseIcon, SearchIcon } from '../ui/icons.tsx'
import { useModal } from '../ui/modal.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import type { TabName } from './address.ts'
import { type Group, pagesFor, useFound } from './command-entries.ts'
import { useMay } from './permissions.tsx'
import { useCombobox } from './use-combobox.ts'

const TYPING_MS = 150

/** Goes to a page of the admin, or finds an order, a product, or a customer, without leaving the keyboard. */
export function CommandPalette({
  tabs,
  isOpen,
  onClose,
}: {
  tabs: readonly { name: TabName; label: string }[]
  isOpen: boolean
  onClose(): void
}) {
  const [dialog, isDrawn] = useModal(isOpen, 0)
  const navigate = useNavigate()
  const choose = (address: string) => {
    // Restores the focus before the next page takes it.
    dialog.current?.close()
    onClose()
    void navigate(address)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, by the dialog's own cancel event
    <dialog
      ref={dialog}
      aria-label={t('Search the admin')}
      className="modal mx-auto mt-[min(12dvh,7rem)] mb-auto w-[calc(100vw-1.5rem)] max-w-xl overflow-hidden rounded-card bg-surface p-0 text-ink shadow-float"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {isDrawn && <Palette tabs={tabs} onChoose={choose} onClose={onClose} />}
    </dialog>
  )
}

function Palette({
  tabs,
  onChoose,
  onClose,
}: {
  tabs: readonly { name: TabName; label: string }[]
  onChoose(address: string): void
  onClose(): void
}) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const search = useDebounced(text, TYPING_MS)
  const { groups, isSearching } = useFound(search)
  const may = useMay()
  const shown = [...pagesFor(text, tabs, may), ...(text === search ? groups : [])]
  const entries = shown.flatMap(({ entries }) => entries)
  const { active, restart, steer, field, listId, optionAt } = useCombobox(entries.length, (place) => {
    const entry = entries[place]
    if (entry) onChoose(entry.address)
  })
  const isWaiting = text !== search || isSearching
  return (
    <>
      <div className="flex items-center gap-3 border-hairline border-b pr-2 pl-4">
        <SearchIcon className="size-5 shrink-0 text-muted" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog consists of this field
          autoFocus
          type="text"
          aria-label={t('Search the admin')}
          placeholder={t('Order, product, customer, or page')}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          {...field}
          onChange={({ target }) => {
            setTyped(target.value)
            restart()
          }}
          onKeyDown={(event) => {
            steer(event)
            const entry = entries[active]
            if (event.key === 'Enter' && entry && !event.nativeEvent.isComposing) onChoose(entry.address)
          }}
          className="min-h-14 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
        />
        <IconButton label={t('Close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t('Results')}
        className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2"
        hidden={entries.length === 0}
      >
        {shown.map((group, index) => (
          <Results
            key={group.title}
            group={group}
            first={shown.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0)}
            active={active}
            optionAt={optionAt}
          />
        ))}
      </div>
      <p role="status" className={entries.length > 0 ? 'sr-only' : 'px-4 py-6 text-muted'}>
        {resultText(entries.length, text, isWaiting)}
      </p>
      <p aria-hidden="true" className="border-hairline border-t px-4 py-2 text-muted text-xs max-sm:hidden">
        {t('↑ ↓ to move · Enter to open · Esc to close')}
      </p>
    </>
  )
}

function Results({
  group: { title, entries },
  first,
  active,
  optionAt,
}: {
  group: Group
  /** The place of the first entry in the whole list. */
  first: number
  active: number
  optionAt: ReturnType<typeof useCombobox>['optionAt']
}) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a listbox
    <div role="group" aria-labelledby={id} className="pb-2">
      <div id={id} className="px-3 py-1 text-muted text-xs">
        {title}
      </div>
      {entries.map(({ address, label, detail, end }, place) => (
        <div
          key={address}
          role="option"
          aria-selected={first + place === active}
          tabIndex={-1}
          {...optionAt(first + place)}
          className="group flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-field px-3 py-1 hover:bg-hairline aria-selected:bg-hairline"
        >
          <span className="min-w-0">
            <span className="block truncate">{label}</span>
            {detail && (
              <span className="block truncate text-muted text-sm group-hover:text-ink group-aria-selected:text-ink">
                {detail}
              </span>
            )}
          </span>
          {end && (
            <span className="shrink-0 text-muted text-sm tabular-nums group-hover:text-ink group-aria-selected:text-ink">
              {end}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function resultText(count: number, text: string, isWaiting: boolean): string {
  if (isWaiting) return count > 0 ? '' : 'Searching...'
  if (count === 0)
    return `Nothing matches “${text}”. Search for an order number, a name, an email address, or a SKU.`
  return count === 1 ? '1 result' : `${count} results`
}
