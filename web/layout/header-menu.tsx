import { t } from '#contract/language/language.ts'
import { ALL_CATEGORIES } from '#contract/pages/menus.ts'
import { addressOf, PRODUCTS_ANCHOR } from '../catalog/filters.ts'
import { useOfferedCategories } from '../catalog/queries.ts'
import { Link } from '../platform/router/link.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { ChevronDownIcon } from '../ui/icons.tsx'
import { useMenus } from './menus.ts'

const SHORTCUT = 'inline-flex min-h-11 items-center rounded-field px-3 hover:bg-hairline'

export function HeaderMenu() {
  return (
    <nav aria-label={t('Shop')} className="browse hidden items-center lg:flex">
      {useMenus().header.map(([label, to]) =>
        to === ALL_CATEGORIES ? (
          <CategoriesMenu key={to} label={label} />
        ) : (
          <Link key={to} className={label.includes(' ') ? `${SHORTCUT} whitespace-nowrap` : SHORTCUT} to={to}>
            {label}
          </Link>
        ),
      )}
    </nav>
  )
}

/** Selecting a category filters by it and goes to the products (spec section 2). */
function CategoriesMenu({ label }: { label: string }) {
  const { categories } = useOfferedCategories()
  if (categories?.length === 0) return null
  return (
    <Dropdown
      label={
        <>
          {`${label} `}
          <ChevronDownIcon className="size-4" />
        </>
      }
    >
      {categories?.map(({ id, name }) => (
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
