import { data } from 'react-router'
import { Head } from '../platform/head.tsx'
import { HOME } from '../platform/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { LoadedRoute } from './prefetch.ts'

export function route(): LoadedRoute {
  return { Component: NotFoundPage, loader: () => data(null, { status: 404 }) }
}

function NotFoundPage() {
  return (
    <section className="mx-auto max-w-xl px-4 py-24 text-center">
      <Head title="404 Page Not Found" />
      <h1 className="type-heading">404 Page Not Found</h1>
      <p className="mt-4 text-muted">Did you forget to add the page to the router?</p>
      <ButtonLink className="mt-8" to={HOME}>
        Return to Homepage
      </ButtonLink>
    </section>
  )
}
