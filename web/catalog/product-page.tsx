import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { HOME } from '../platform/addresses.ts'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { Price } from '../ui/price.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { productQuery } from './queries.ts'

export function ProductPage() {
  const { slugOrId = '' } = useParams()
  const { data: product, isPending } = useQuery(productQuery(useApi(), slugOrId))
  if (isPending) return <p>Loading...</p>
  if (!product) return <ProductNotFound />
  return (
    <article>
      <Head title={`${product.name} – Plinth`} />
      <h1 className="text-4xl">{product.name}</h1>
      <Price price={product.price} oldPrice={product.oldPrice} />
      <RichText html={product.description} />
    </article>
  )
}

function ProductNotFound() {
  return (
    <section className="py-24 text-center">
      <Head title="Product Not Found" />
      <h1 className="text-4xl">Product Not Found</h1>
      <p className="mt-4 text-muted">
        Sorry, the product you're looking for doesn't exist or has been removed.
      </p>
      <Link className="mt-8 inline-block underline underline-offset-4" to={HOME}>
        Return to Homepage
      </Link>
    </section>
  )
}
