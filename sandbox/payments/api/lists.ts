import type Stripe from 'stripe'
import type { Store } from '../../store.ts'
import { findObject, type Kind, type Objects, type Selection, selectObjects } from '../objects.ts'
import { invalidRequest, noSuch } from './api-error.ts'

/** What `paging` of parameters.ts reads. */
export interface Paging {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: { gt?: number; gte?: number; lt?: number; lte?: number } | undefined
}

/** One page of a list, newest first, with a cursor at its ends. */
export function listPage<K extends Kind>(
  store: Store,
  kind: K,
  url: string,
  paging: Paging,
  where: Selection['where'] = {},
): Stripe.ApiList<Objects[K]> {
  const { limit, starting_after: startingAfter, ending_before: endingBefore, created = {} } = paging
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw invalidRequest('A page begins after one object or ends before another, not both.', {
      code: 'parameters_exclusive',
    })
  }
  refuseUnknown(store, kind, 'starting_after', startingAfter)
  refuseUnknown(store, kind, 'ending_before', endingBefore)
  const found = selectObjects(store, kind, {
    where,
    limit,
    startingAfter,
    endingBefore,
    createdFrom: latest(created.gte, created.gt === undefined ? undefined : created.gt + 1),
    createdTo: earliest(created.lte, created.lt === undefined ? undefined : created.lt - 1),
  })
  const page = found.slice(0, limit)
  const data = endingBefore === undefined ? page : page.reverse()
  return { object: 'list', url, has_more: found.length > limit, data }
}

function refuseUnknown(store: Store, kind: Kind, param: string, id: string | undefined) {
  if (id !== undefined && !findObject(store, kind, id)) throw noSuch(kind, id, param)
}

function latest(...moments: (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}

function earliest(...moments: (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}
