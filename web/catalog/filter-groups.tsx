import type { ReactNode } from 'react'
import { FILTER_COLORS, NO_REVIEWS } from '#contract/catalog/rules.ts'
import { useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { Stars } from '../ui/stars.tsx'
import {
  addressOf,
  capitalize,
  type Filters,
  isBandChosen,
  priceBands,
  priceLabel,
  RATINGS,
  ratingLabel,
  toggle,
  togglePriceBand,
} from './filters.ts'
import { listProductsQuery, useOfferedCategories } from './queries.ts'
import { swatchOf } from './swatch-color.ts'

/** Category, price, rating, and color. Choosing the active option clears it (spec section 4). */
export function FilterGroups({ filters }: { filters: Filters }) {
  const api = useApi()
  const { categories = [] } = useOfferedCategories(filters.categoryId)
  const { data: products } = useQuery(listProductsQuery(api, filters))
  const empty = products?.emptyFilters?.split(', ') ?? []
  const colors = FILTER_COLORS.filter((color) => !empty.includes(color) || color === filters.color)
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { formatTyped } = useFormats()
  return (
    <div className="divide-y divide-hairline">
      {categories.length > 0 && (
        <Group title="Category">
          {categories.map(({ id, name }) => (
            <Choice
              key={id}
              isChosen={filters.categoryId === String(id)}
              to={toggle(filters, { categoryId: String(id) })}
            >
              {name}
            </Choice>
          ))}
        </Group>
      )}
      <Group title="Price Range">
        {priceBands(shop?.priceLimits).map((band) => (
          <Choice
            key={band.minPrice ?? ''}
            isChosen={isBandChosen(filters, band)}
            to={togglePriceBand(filters, band)}
          >
            {priceLabel(band, formatTyped)}
          </Choice>
        ))}
      </Group>
      <Group title="Rating">
        {RATINGS.map((rating) => (
          <Choice key={rating} isChosen={filters.rating === rating} to={toggle(filters, { rating })}>
            <Stars rating={Number(rating)} label={ratingLabel(rating)} />
            {rating !== '5' && <span aria-hidden="true">& up</span>}
          </Choice>
        ))}
        {empty.includes(NO_REVIEWS) && <li className="py-2 text-muted text-sm">No reviews yet</li>}
      </Group>
      {colors.length > 0 && (
        <Group title="Color" isRow>
          {colors.map((color) => (
            <Swatch key={color} color={color} filters={filters} />
          ))}
        </Group>
      )}
    </div>
  )
}

function Group({ title, isRow = false, children }: { title: string; isRow?: boolean; children: ReactNode }) {
  return (
    <section className="py-4">
      <h3 className="mb-1 text-sm">{title}</h3>
      <ul className={isRow ? 'flex flex-wrap gap-1' : ''}>{children}</ul>
    </section>
  )
}

function Choice({ to, isChosen, children }: { to: Filters; isChosen: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        to={addressOf(to)}
        preventScrollReset
        aria-current={isChosen ? 'true' : undefined}
        className="flex min-h-10 items-center gap-2.5 hover:text-accent"
      >
        <span
          className={`flex size-5 shrink-0 items-center justify-center rounded border ${isChosen ? 'border-accent bg-accent text-paper' : 'border-control'}`}
        >
          {isChosen && <CheckIcon className="size-3.5" />}
        </span>
        {children}
      </Link>
    </li>
  )
}

function Swatch({ color, filters }: { color: string; filters: Filters }) {
  const isChosen = filters.color === color
  return (
    <li>
      <Link
        to={addressOf(toggle(filters, { color }))}
        preventScrollReset
        aria-label={capitalize(color)}
        aria-current={isChosen ? 'true' : undefined}
        title={capitalize(color)}
        className="flex size-11 items-center justify-center rounded-full"
      >
        <span
          className={`size-7 rounded-full border border-control ${isChosen ? 'ring-2 ring-accent ring-offset-2 ring-offset-paper' : ''}`}
          style={{ background: swatchOf(color) }}
        />
      </Link>
    </li>
  )
}
