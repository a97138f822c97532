import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addressOf, PRODUCTS_ANCHOR } from '../catalog/filters.ts'
import { listCategoriesQuery } from '../catalog/queries.ts'
import { useApi } from '../platform/api-context.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { ChevronDownIcon } from '../ui/icons.tsx'

/** Choosing a category sets it and goes to the products (spec section 2). */
export function CategoriesMenu() {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  return (
    <Dropdown
      label={
        <>
          Categories <ChevronDownIcon className="size-4" />
        </>
      }
    >
      {categories.map(({ id, name }) => (
        <li key={id}>
          <Link
            className="flex min-h-11 items-center rounded-field px-3 hover:bg-hairline"
            to={addressOf({ categoryId: String(id) }, PRODUCTS_ANCHOR)}
          >
            {name}
          </Link>
        </li>
      ))}
    </Dropdown>
  )
}
