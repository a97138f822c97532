import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { addressOf, PRODUCTS_ANCHOR } from './filters.ts'

/** The banner: the wide photograph, the words over its empty left side (spec section 2). */
export function Hero() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return (
    <section className="hero relative isolate overflow-hidden bg-hero">
      {shop?.hero && (
        <Picture {...shop.hero} sizes="(min-width: 768px) 100vw, 134vw" priority className="hero-picture" />
      )}
      <div className="hero-words mx-auto flex max-w-[1280px] flex-col items-start justify-center px-4 py-10 md:px-8 lg:py-24">
        <h1 className="max-w-[11ch] text-5xl text-hero-ink leading-[1.05] md:text-7xl">
          Elevate Your Workspace
        </h1>
        <p className="mt-5 max-w-[38ch] text-hero-ink text-lg">
          Walnut, wool felt and brushed aluminum for the desk you spend your days at.
        </p>
        <ButtonLink className="hero-button mt-8" to={addressOf({}, PRODUCTS_ANCHOR)}>
          Shop Now
        </ButtonLink>
      </div>
    </section>
  )
}
