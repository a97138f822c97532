import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { HOME } from '../platform/paths.ts'
import { useLocation, useNavigate, useParameters } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { useLook } from '../settings/shop-info.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { loadLater, MountOnDemand } from '../ui/load-later.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { addressOf, filtersFromUrl, PRODUCTS_ANCHOR } from './filters.ts'
import { optionsOf, suggestionsQuery } from './queries.ts'

const SearchSuggestions = loadLater(async () => (await import('./search-suggestions.tsx')).SearchSuggestions)

const TYPING_PAUSE_MS = 150

/**
 * Mirrors the search filter. Submitting sets it and goes to / (spec section 2). Suggests products and categories while
 * the shopper types, as a combobox that follows the ARIA practices. Without JavaScript, it is a plain form.
 */
export function SearchBox() {
  const listId = useId()
  const { text, changeText, isOpen, options, active, close, go, submit, steer } = useSearch()
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know the search element
    <form
      role="search"
      action={HOME}
      onSubmit={submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
      className="relative"
    >
      <SearchIcon className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <input
        type="text"
        enterKeyHint="search"
        name="search"
        role="combobox"
        aria-label={t('Search')}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={options[active] && `${listId}-${active}`}
        placeholder={useLook()?.searchPlaceholder ?? t('Search for desk accessories...')}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => changeText(target.value)}
        onKeyDown={steer}
        className="min-h-11 w-full rounded-full border border-control bg-surface pr-4 pl-10 text-base placeholder:text-muted"
      />
      <MountOnDemand isQuiet isWanted={isOpen}>
        <SearchSuggestions id={listId} options={options} active={active} onChoose={go} />
      </MountOnDemand>
    </form>
  )
}

/** Returns the search text, the suggestions for it, and what changes, chooses, and submits them. */
function useSearch() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const parameters = useParameters()
  const filter = pathname === HOME ? (parameters.get('search') ?? '') : ''
  const [text, setText] = useState(filter)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [shownFilter, setShownFilter] = useState(filter)
  if (shownFilter !== filter) {
    setShownFilter(filter)
    setText(filter)
  }

  const query = useDebounced(text.trim(), TYPING_PAUSE_MS)
  const { data: suggestions } = useQuery({
    ...suggestionsQuery(useApi(), query),
    enabled: isOpen && query.length > 1,
  })
  const options = isOpen && text.trim().length > 1 && suggestions ? optionsOf(suggestions) : []

  const changeText = (text: string) => {
    setText(text)
    setOpen(true)
    setActive(-1)
  }
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const go = (address: string) => {
    close()
    void navigate(address)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = options[active]
    if (chosen) return go(chosen.address)
    const filters = pathname === HOME ? filtersFromUrl(parameters) : {}
    go(addressOf({ ...filters, search: text.trim() || undefined, page: undefined }, PRODUCTS_ANCHOR))
  }
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && options.length > 0) {
      // The browser's own Escape would also clear the field.
      event.preventDefault()
      close()
    }
    if (!step) return
    event.preventDefault()
    setOpen(true)
    // Cycles from the field (-1) through all options and back.
    const places = options.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }

  return { text, changeText, isOpen, options, active, close, go, submit, steer }
}
