import './styles.css'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { GOOGLE_PENDING, type GoogleOutcome } from '#contract/accounts/google-flow.ts'
import { App } from './app.tsx'
import { type Assets, STATE_ID } from './document.tsx'
import { type Api, createApi } from './platform/api.ts'
import { browserTransport } from './platform/browser-transport.ts'
import { createQueryClient } from './platform/query-client.ts'
import { reportError } from './platform/report-error.ts'
import { prefetchCode } from './routes/prefetch.ts'
import { createRoutes } from './routes/routes.tsx'

type PageState = {
  assets: Assets
  queries: DehydratedState
  loaderData: Record<string, unknown>
  hasFailed: boolean
}

const HYDRATED = 'plinth-hydrated'

addEventListener('error', ({ error }) => reportError(error))
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))

const text = document.getElementById(STATE_ID)?.textContent ?? ''
const state = JSON.parse(text) as PageState
const api = createApi(browserTransport)
const queryClient = createQueryClient()
hydrate(queryClient, asFreshAsThePage(state.queries))
const routes = createRoutes({ api, queryClient, isServer: false })

void begin()

/** Not at the top of the file: pages import what stands in the same chunk, and would wait for it while it waits for them. */
async function begin() {
  await Promise.all([loadMatched(routes), exchangeRedirectResult(api)])
  // A page that failed on the server is tried anew in the browser.
  const hydrationData = state.hasFailed ? undefined : { loaderData: state.loaderData }
  const router = createBrowserRouter(routes, { hydrationData })

  const repeatEarlyClicks = takeEarlyClicks()
  /** The page answers from here on; the mark says when, to tests and to whoever measures. */
  const start = () => {
    performance.mark(HYDRATED)
    repeatEarlyClicks()
    prefetchCode(routes)
  }
  startTransition(() => {
    hydrateRoot(
      document,
      <App api={api} queryClient={queryClient} assets={state.assets} state={text} onStart={start}>
        <RouterProvider router={router} />
      </App>,
    )
  })
}

/** The code of the page that the server rendered must be here before it is hydrated. */
async function loadMatched(routes: RouteObject[]) {
  const matched = matchRoutes(routes, location) ?? []
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded)
      delete route.lazy
    }),
  )
}

/**
 * The front drops a kept page when something on it changes, so what stands in it is as fresh as the answer is, however long ago it
 * was rendered and whatever the clocks say. A page out of the browser's own keeping is as old as it is.
 */
function asFreshAsThePage(state: DehydratedState): DehydratedState {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!navigation?.transferSize) return state
  const dataUpdatedAt = Date.now() - (performance.now() - navigation.responseStart)
  const queries = state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } }))
  return { ...state, queries }
}

/** Before the app starts: finishes a Google sign-in that came back to the whole window, if there is one (spec section 4). */
async function exchangeRedirectResult(api: Api): Promise<void> {
  const pending = takePending()
  if (!pending) return
  try {
    const outcome = JSON.parse(pending) as GoogleOutcome
    if ('refusal' in outcome) throw new Error(`Google sign-in: ${outcome.refusal}`)
    const { exchangeInWindow } = await import('./accounts/google-exchange.ts')
    await exchangeInWindow(api, outcome.signIn)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: spec section 8, 'Redirect-result errors are only logged'
    console.error(error)
  }
}

function takePending(): string | null {
  try {
    const pending = sessionStorage.getItem(GOOGLE_PENDING)
    sessionStorage.removeItem(GOOGLE_PENDING)
    return pending
  } catch {
    // Where storage is forbidden nothing waits.
    return null
  }
}

declare global {
  interface Window {
    /** Ends the keeping of clicks that before-paint.js began; absent where that script did not run. */
    takeEarlyClicks?: () => HTMLButtonElement[]
  }
}

/**
 * Takes the clicks that came before the app listens: called right before it does, so that none is lost or counted twice.
 * @returns what makes them again, once the app can answer
 */
function takeEarlyClicks(): () => void {
  const buttons = window.takeEarlyClicks?.() ?? []
  return () => {
    // In separate tasks, so that each click sees the effect of the previous one.
    for (const button of buttons) setTimeout(() => button.click())
  }
}
