import { useEffect } from 'react'
import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router'
import { Head } from '../platform/head.tsx'
import { reportError } from '../platform/report-error.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/loading.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** The layout of every storefront page. */
export function Storefront() {
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
    </>
  )
}

/** Shown while the user is loading (spec section 2). */
export function Startup() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center">
      <Spinner>Initializing application...</Spinner>
    </div>
  )
}

/** Shown in place of a page whose code failed (spec sections 2 and 8). */
export function ErrorFallback() {
  const error = useRouteError()
  useEffect(() => reportError(error), [error])
  return (
    <section className="mx-auto max-w-xl px-4 py-24 text-center" role="alert">
      <Head title="Something went wrong" />
      <h1 className="text-4xl">Something went wrong</h1>
      <p className="mt-4 text-muted">The application encountered an error. Please try refreshing the page.</p>
      <pre className="mt-6 overflow-x-auto rounded-card border border-hairline bg-surface p-4 text-left text-sm">
        {messageOf(error)}
      </pre>
      <Button className="mt-8" onClick={() => window.location.reload()}>
        Refresh Page
      </Button>
    </section>
  )
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status}: ${error.statusText}`
  return error instanceof Error ? error.message : 'Unknown error'
}
