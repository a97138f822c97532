import { createContext, useContext, useState } from 'react'

export type Chosen = {
  ids: ReadonlySet<number>
  /** All that the list finds, whatever is in `ids`. */
  isAll: boolean
  choose(ids: number[], isChosen: boolean): void
  chooseAll(): void
  clear(): void
}

const NOTHING = { ids: new Set<number>(), isAll: false }

/** Which products are chosen to be edited together, over all pages of one list; another search begins anew. */
export function useChosen(list: string): Chosen {
  const [state, setState] = useState({ list, ...NOTHING })
  const { ids, isAll } = state.list === list ? state : NOTHING
  return {
    ids,
    isAll,
    choose(changed, isChosen) {
      const next = new Set(ids)
      for (const id of changed) isChosen ? next.add(id) : next.delete(id)
      setState({ list, ids: next, isAll: false })
    },
    chooseAll: () => setState({ list, ids, isAll: true }),
    clear: () => setState({ list, ...NOTHING }),
  }
}

const ChosenContext = createContext<Chosen>({
  ...NOTHING,
  choose: () => undefined,
  chooseAll: () => undefined,
  clear: () => undefined,
})
export const ChosenProvider = ChosenContext.Provider
export const useChosenProducts = () => useContext(ChosenContext)
