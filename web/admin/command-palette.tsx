import { useId, useState } from 'react'
import { customersQuery, type ListedCustomer } from '../accounts/admin/queries.ts'
import { ordersQuery } from '../orders/admin/queries.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { type Formats, useFormats } from '../platform/formats.ts'
import { HOME } from '../platform/paths.ts'
import { useNavigate } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { isFound, SETTING_PAGES, settingsAddress } from '../settings/admin/setting-pages.ts'
import { IconButton } from '../ui/button.tsx'
import { CloseIcon, SearchIcon } from '../ui/icons.tsx'
import { useModal } from '../ui/modal.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { adminAddress, type TabName } from './address.ts'
import { productsQuery } from './queries.ts'
import { useCombobox } from './use-combobox.ts'

type Entry = { address: string; label: string; detail?: string | undefined; end?: string }
type Group = { title: string; entries: Entry[] }

const TYPING_MS = 150
const FOUND_MAX = 5
const PAGES_MAX = 6

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
      aria-label="Search the admin"
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
  const shown = [...pagesFor(text, tabs), ...(text === search ? groups : [])]
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
          aria-label="Search the admin"
          placeholder="Order, product, customer, or page"
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
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
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
        ↑ ↓ to move · Enter to open · Esc to close
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

/** Pages of the admin and its settings whose names match. All tabs if nothing is entered. */
function pagesFor(text: string, tabs: readonly { name: TabName; label: string }[]): Group[] {
  const entries: (Entry & { words: string })[] = [
    ...tabs.map(({ name, label }) => ({ address: adminAddress(name), label, words: label })),
    ...SETTING_PAGES.map(({ name, title, summary, keywords }) => ({
      address: settingsAddress(name),
      label: title,
      detail: summary,
      end: 'Settings',
      words: `${title} ${keywords} settings`,
    })),
    { address: adminAddress('products', { edit: 'new' }), label: 'Add product', words: 'Add new product' },
    {
      address: adminAddress('categories', { edit: 'new' }),
      label: 'Add category',
      words: 'Add new category',
    },
    { address: HOME, label: 'View Store', words: 'View store shop home' },
  ]
  const found =
    text === ''
      ? entries.slice(0, tabs.length)
      : entries.filter(({ words }) => isFound(text, words)).slice(0, PAGES_MAX)
  return found.length > 0 ? [{ title: 'Go to', entries: found }] : []
}

/** Finds orders, products, and customers. */
function useFound(search: string): { groups: Group[]; isSearching: boolean } {
  const api = useApi()
  const formats = useFormats()
  const enabled = search.length > 1
  const query = { search, pageSize: FOUND_MAX }
  const orders = useQuery({ ...ordersQuery(api, query), enabled })
  const products = useQuery({ ...productsQuery(api, { ...query, status: 'all' }), enabled })
  const customers = useQuery({ ...customersQuery(api, query), enabled })
  if (!enabled) return { groups: [], isSearching: false }
  const lists = [orders, products, customers]
  const groups: Group[] = [
    { title: 'Orders', entries: (orders.data?.items ?? []).map((order) => orderEntry(order, formats)) },
    {
      title: 'Products',
      entries: (products.data?.items ?? []).map((product) => productEntry(product, formats)),
    },
    {
      title: 'Customers',
      entries: (customers.data?.items ?? []).map((customer) => customerEntry(customer, formats)),
    },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    // While the next results load, the previous ones stay.
    isSearching: lists.some(({ isPlaceholderData, isLoading }) => isPlaceholderData || isLoading),
  }
}

type Orders = ResponseOf<'GET /api/admin/orders'>
type Products = ResponseOf<'GET /api/admin/products'>

function orderEntry({ id, customer, email, total, createdAt }: Orders[number], formats: Formats): Entry {
  return {
    address: adminAddress('orders', { edit: id }),
    label: id,
    detail: `${customer} · ${email} · ${formats.formatDay(createdAt)}`,
    end: formats.formatMoney(total),
  }
}

function productEntry({ id, name, price, sku, isArchived }: Products[number], formats: Formats): Entry {
  return {
    address: adminAddress('products', { edit: String(id) }),
    label: name,
    detail: [sku, isArchived && 'Archived'].filter(Boolean).join(' · ') || undefined,
    end: formats.formatMoney(price),
  }
}

function customerEntry({ id, email, name, account, orders }: ListedCustomer, { locale }: Formats): Entry {
  return {
    address: adminAddress('customers', { edit: id }),
    label: email ?? account?.username ?? id,
    detail: [name, account?.username].filter(Boolean).join(' · ') || undefined,
    end: orders === 1 ? '1 order' : `${orders.toLocaleString(locale)} orders`,
  }
}
