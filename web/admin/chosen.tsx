import { createContext, useContext, useState } from 'react'
import { t } from '#contract/language/language.ts'

type Id = number | string
type Chosen = {
  ids: ReadonlySet<Id>
  /** Every record that matches the list's filters, regardless of `ids`. */
  isAll: boolean
  choose(ids: Id[], isChosen: boolean): void
  chooseAll(): void
  clear(): void
}

const EMPTY = { ids: new Set<Id>(), isAll: false }

/** The rows selected for a bulk action, across all pages of a list. A different search clears the selection. */
export function useChosen(list: string): Chosen {
  const [state, setState] = useState({ list, ...EMPTY })
  const { ids, isAll } = state.list === list ? state : EMPTY
  return {
    ids,
    isAll,
    choose(changed, isChosen) {
      const next = new Set(ids)
      for (const id of changed) isChosen ? next.add(id) : next.delete(id)
      setState({ list, ids: next, isAll: false })
    },
    chooseAll: () => setState({ list, ids, isAll: true }),
    clear: () => setState({ list, ...EMPTY }),
  }
}

const ChosenContext = createContext<Chosen>({
  ...EMPTY,
  choose: () => undefined,
  chooseAll: () => undefined,
  clear: () => undefined,
})
export const ChosenProvider = ChosenContext.Provider
export const useChosenRows = () => useContext(ChosenContext)

/** Selects one row of the list. */
export function RowCheckbox({ id, name }: { id: Id; name: string }) {
  const { ids, isAll, choose } = useChosenRows()
  return (
    <Box
      label={t('Select {name}', { name })}
      isChecked={isAll || ids.has(id)}
      isDisabled={isAll}
      onChange={(isChosen) => choose([id], isChosen)}
    />
  )
}

/** Selects all rows of the page. */
export function PageBox({ ids: page }: { ids: Id[] }) {
  const { ids, isAll, choose } = useChosenRows()
  return (
    <Box
      label={t('Select all on this page')}
      isChecked={isAll || page.every((id) => ids.has(id))}
      isDisabled={isAll}
      onChange={(isChosen) => choose(page, isChosen)}
    />
  )
}

function Box(box: {
  label: string
  isChecked: boolean
  isDisabled: boolean
  onChange(isChecked: boolean): void
}) {
  return (
    <label className="flex size-6 items-center justify-center">
      <span className="sr-only">{box.label}</span>
      <input
        type="checkbox"
        className="size-5 accent-(--accent)"
        checked={box.isChecked}
        disabled={box.isDisabled}
        onChange={({ target }) => box.onChange(target.checked)}
      />
    </label>
  )
}
