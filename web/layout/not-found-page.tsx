import { Link } from 'react-router'
import { HOME } from '../platform/addresses.ts'
import { Head } from '../platform/head.tsx'

export function NotFoundPage() {
  return (
    <section className="py-24 text-center">
      <Head title="404 Page Not Found" />
      <h1 className="text-4xl">404 Page Not Found</h1>
      <p className="mt-4 text-muted">Did you forget to add the page to the router?</p>
      <Link className="mt-8 inline-block underline underline-offset-4" to={HOME}>
        Return to Homepage
      </Link>
    </section>
  )
}
