import './styles.css'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { GOOGLE_PENDING, type GoogleOutcome } from '#contract/accounts/google-flow.ts'
import { App, type Assets, STATE_ID } from './document.tsx'
import { type Api, createApi } from './platform/api.ts'
import { browserTransport } from './platform/browser-transport.ts'
import { createQueryClient } from './platform/query-cache.ts'
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

/**
 * A function instead of top-level await, because pages import modules of the same chunk and the two would wait for each
 * other.
 */
async function begin() {
  await Promise.all([loadMatched(routes), exchangeRedirectResult(api)])
  // A page that failed on the server is retried in the browser.
  const hydrationData = state.hasFailed ? undefined : { loaderData: state.loaderData }
  const router = createBrowserRouter(routes, { hydrationData })

  const repeatEarlyClicks = takeEarlyClicks()
  /** Marks the page as interactive, for tests and measurements, and repeats early clicks. */
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

/** Loads the rendered page's code, which must be present before hydration. */
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
 * Sets the age of the page's data to that of the response. The response cache drops a page when its content changes, so
 * the data is as fresh as the response, regardless of clocks and of when it was rendered. A page from the browser's own
 * cache keeps its date.
 */
function asFreshAsThePage(state: DehydratedState): DehydratedState {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!navigation?.transferSize) return state
  const dataUpdatedAt = Date.now() - (performance.now() - navigation.responseStart)
  const queries = state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } }))
  return { ...state, queries }
}

/** Finishes a full-window Google sign-in, if there is one, before the app starts (spec section 4). */
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
    // Without storage, no sign-in is waiting.
    return null
  }
}

declare global {
  interface Window {
    /** Stops recording clicks in before-paint.js. Absent if that script didn't run. */
    takeEarlyClicks?: () => HTMLButtonElement[]
  }
}

/**
 * Takes the clicks made before hydration. Called immediately before it, so no click is lost or counted twice.
 * @returns a function that repeats them once the app is interactive
 */
function takeEarlyClicks(): () => void {
  const buttons = window.takeEarlyClicks?.() ?? []
  return () => {
    // In separate tasks, so each click sees the effect of the previous one.
    for (const button of buttons) setTimeout(() => button.click())
  }
}
