import { useSearchParams } from 'react-router'
import { AllProducts } from './all-products.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { filtersFromUrl } from './filters.ts'
import { Hero } from './hero.tsx'
import { HomeHead } from './home-head.tsx'

export function HomePage() {
  const [parameters] = useSearchParams()
  const filters = filtersFromUrl(parameters)
  return (
    <>
      <HomeHead filters={filters} />
      <Hero />
      <div className="mx-auto w-full max-w-[1280px] px-4 md:px-8">
        <CategoryTiles filters={filters} />
        <FeaturedProducts />
        <AllProducts filters={filters} />
      </div>
    </>
  )
}
