import type { ComponentType } from 'react'
import type { Location } from './location.ts'
import type { Match } from './match.ts'

/** A loader's decision about its page. `redirect` is the address of the page to open instead. */
export type Decision = {
  status?: number
  headers?: Record<string, string>
  data?: unknown
  redirect?: string
} | null

/** A page and its loader, which runs before the page is shown. A page without a component always redirects. */
export type LoadedRoute = {
  Component?: ComponentType
  loader?(asked: {
    params: Record<string, string>
    parameters: URLSearchParams
  }): Promise<Decision> | Decision
}

/** A page by its path. `file` has its code, which is loaded on navigation. */
export type Page<Tools> = {
  path: string
  file: string
  isAdmin: boolean
  /** Null until it is loaded. */
  code: ((tools: Tools) => LoadedRoute) | null
  load(): Promise<(tools: Tools) => LoadedRoute>
}

/** A page that can be shown. `failure` is why it can't. */
export type Shown = {
  file: string
  isAdmin: boolean
  params: Record<string, string>
  Component: ComponentType
  data: unknown
  failure: { error: unknown } | null
}
export type Opened = Shown & Pick<NonNullable<Decision>, 'status' | 'headers' | 'redirect'>

/** Runs a page's loader. Returns at once if the page's code is loaded and there is nothing to wait for. Never throws. */
export function openPage<Tools>(
  match: Match<Page<Tools>>,
  tools: Tools,
  location: Location,
): Opened | Promise<Opened> {
  const { code } = match.page
  try {
    const opened = code ? run(code(tools)) : match.page.load().then((code) => run(code(tools)))
    return opened instanceof Promise ? opened.catch(failed) : opened
  } catch (error) {
    return failed(error)
  }

  function run({ Component, loader }: LoadedRoute): Opened | Promise<Opened> {
    const decision = loader?.({ params: match.params, parameters: location.parameters }) ?? null
    return decision instanceof Promise
      ? decision.then((decision) => shownWith(match, Component, decision))
      : shownWith(match, Component, decision)
  }
  function failed(error: unknown): Opened {
    return { ...shownWith(match, undefined, { status: 500 }), failure: { error } }
  }
}

/** @param decision what the loader decided, or the data from the server's */
export function shownWith<Tools>(
  { page: { file, isAdmin }, params }: Match<Page<Tools>>,
  Component: ComponentType = Nothing,
  decision: Decision = null,
): Opened {
  const { data = null, ...rest } = decision ?? {}
  return { file, isAdmin, params, Component, data, failure: null, ...rest }
}

const Nothing = () => null
