import { HOME } from '../platform/addresses.ts'
import { Head } from '../platform/head.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Also when the product could not be fetched (spec section 2). */
export function ProductNotFound() {
  return (
    <section className="py-24 text-center">
      <Head page="Product Not Found" isPrivate />
      <h1 className="text-4xl">Product Not Found</h1>
      <p className="mt-4 text-muted">
        Sorry, the product you're looking for doesn't exist or has been removed.
      </p>
      <ButtonLink className="mt-8" to={HOME}>
        Return to Homepage
      </ButtonLink>
    </section>
  )
}
