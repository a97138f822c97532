import './styles.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { GOOGLE_PENDING, GOOGLE_TARGET, type GoogleOutcome } from '#contract/accounts/google-flow.ts'
import { REJECTED_FORM } from '#contract/page-forms.ts'
import { App, STATE_ID } from './document.tsx'
import { Shop } from './layout/shop.tsx'
import { type PageState, takeQueries } from './page-state.ts'
import { type Api, createApi } from './platform/api.ts'
import { browserTransport } from './platform/browser-transport.ts'
import { createQueryClient } from './platform/query-cache.ts'
import { reportError } from './platform/report-error.ts'
import { createBrowserHistory } from './platform/router/browser-history.ts'
import { openPage, shownWith } from './platform/router/open-page.ts'
import { createRouter } from './platform/router/router.ts'
import { RouterProvider } from './platform/router/router-provider.tsx'
import { prefetchShared } from './routes/prefetch.ts'
import { prefetchCode } from './routes/prefetch-code.ts'
import { matchPage } from './routes/routes.tsx'

const HYDRATED = 'plinth-hydrated'

addEventListener('error', ({ error }) => reportError(error))
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))

const text = document.getElementById(STATE_ID)?.textContent ?? ''
const state = JSON.parse(text) as PageState
const api = createApi(browserTransport)
const queryClient = createQueryClient()
takeQueries(queryClient, state)
const tools = { api, queryClient, isServer: false }

void begin()

/**
 * A function instead of top-level await, because pages import modules of the same chunk and the two would wait for each
 * other.
 */
async function begin() {
  const match = matchPage(location.pathname)
  const [code] = await Promise.all([match.page.load(), exchangeRedirectResult(api)])
  // A page that failed on the server is retried in the browser.
  const shown = state.hasFailed ? null : shownWith(match, code(tools).Component, { data: state.data })
  if (!shown) void prefetchShared(tools)
  const router = createRouter(
    createBrowserHistory(queryClient.getQueryData(REJECTED_FORM) !== undefined),
    (location) => openPage(matchPage(location.pathname), tools, location),
    shown,
  )

  const repeatEarlyClicks = takeEarlyClicks()
  /** Marks the page as interactive, for tests and measurements, and repeats early clicks. */
  const start = () => {
    performance.mark(HYDRATED)
    repeatEarlyClicks()
    prefetchCode()
  }
  startTransition(() => {
    hydrateRoot(
      document,
      <App api={api} queryClient={queryClient} assets={state.assets} state={text} onStart={start}>
        <RouterProvider router={router}>
          <Shop />
        </RouterProvider>
      </App>,
    )
  })
}

/** Finishes a full-window Google sign-in, if there is one, before the app starts (spec section 4). */
async function exchangeRedirectResult(api: Api): Promise<void> {
  const pending = takePending()
  if (!pending) return
  try {
    const outcome = JSON.parse(pending) as GoogleOutcome
    const { finishInWindow } = await import('./accounts/google-exchange.ts')
    await finishInWindow(api, outcome)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: spec section 8, 'Redirect-result errors are only logged'
    console.error(error)
  }
}

function takePending(): string | null {
  try {
    const pending = sessionStorage.getItem(GOOGLE_PENDING)
    sessionStorage.removeItem(GOOGLE_PENDING)
    // A sign-in that the user left doesn't decide where a later one leads.
    if (pending === null) sessionStorage.removeItem(GOOGLE_TARGET)
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
