import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '../platform/api-context.ts'
import { LoadingText, Skeleton } from '../ui/skeleton.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { addressOf, CATEGORIES_ANCHOR, type Filters, PRODUCTS_ANCHOR } from './filters.ts'
import { listCategoriesQuery } from './queries.ts'

const PLACEHOLDERS = [1, 2, 3, 4, 5]
const GRID = 'category-tiles grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-5 md:gap-4'
const TILE = 'h-28 rounded-card md:h-36'

/** A row of categories; a click sets the category filter and goes to / (spec section 2). */
export function CategoryTiles({ filters }: { filters: Filters }) {
  const { data: categories, isPending } = useQuery(listCategoriesQuery(useApi()))
  return (
    <section aria-labelledby={CATEGORIES_ANCHOR} className="mt-14 md:mt-24">
      <h2 id={CATEGORIES_ANCHOR} className="scroll-mt-36 text-3xl md:scroll-mt-24">
        Shop by Category
      </h2>
      {isPending && <LoadingText />}
      <ul className={`mt-6 ${GRID}`}>
        {isPending &&
          PLACEHOLDERS.map((place) => (
            <li key={place}>
              <Skeleton className={TILE} />
            </li>
          ))}
        {categories?.map(({ id, name, icon }) => (
          <li key={id}>
            <Link
              to={addressOf({ ...filters, categoryId: String(id), page: undefined }, PRODUCTS_ANCHOR)}
              className={`flex flex-col items-center justify-center gap-3 border border-hairline bg-surface px-2 text-center transition-colors duration-200 hover:border-accent hover:text-accent ${TILE}`}
            >
              <CategoryIcon icon={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
