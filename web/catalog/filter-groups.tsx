import type { ReactNode } from 'react'
import { FILTER_COLORS, FILTER_RATINGS, NO_REVIEWS } from '#contract/catalog/filter-options.ts'
import { t } from '#contract/language/language.ts'
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
  ratingLabel,
  toggle,
  togglePriceBand,
} from './filters.ts'
import { listFactsQuery, listProductsQuery, useOfferedCategories } from './queries.ts'
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
  const { data: facts } = useQuery(listFactsQuery(api, filters))
  const counts = facts?.counts ?? undefined
  return (
    <div className="divide-y divide-hairline">
      {categories.length > 0 && (
        <Group title={t('Category')}>
          {categories.map(({ id, name }) => (
            <Choice
              key={id}
              isChosen={filters.categoryId === String(id)}
              to={toggle(filters, { categoryId: String(id) })}
              count={counts && (counts.categories[id] ?? 0)}
            >
              {name}
            </Choice>
          ))}
        </Group>
      )}
      <Group title={t('Price Range')}>
        {priceBands(shop?.priceLimits).map((band, place) => (
          <Choice
            key={band.minPrice ?? ''}
            isChosen={isBandChosen(filters, band)}
            to={togglePriceBand(filters, band)}
            count={counts?.prices[place]}
          >
            {priceLabel(band, formatTyped)}
          </Choice>
        ))}
      </Group>
      <Group title={t('Rating')}>
        {FILTER_RATINGS.map((rating, place) => (
          <Choice
            key={rating}
            isChosen={filters.rating === rating}
            to={toggle(filters, { rating })}
            count={counts?.ratings[place]}
          >
            <Stars rating={Number(rating)} label={ratingLabel(rating)} />
            {rating !== '5' && <span aria-hidden="true">{t('& up')}</span>}
          </Choice>
        ))}
        {empty.includes(NO_REVIEWS) && <li className="py-2 text-muted text-sm">{t('No reviews yet')}</li>}
      </Group>
      {colors.length > 0 && (
        <Group title={t('Color')} isRow>
          {colors.map((color) => (
            <Swatch
              key={color}
              color={color}
              filters={filters}
              count={counts?.colors[FILTER_COLORS.indexOf(color)]}
            />
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

type ChoiceProps = { to: Filters; isChosen: boolean; count: number | undefined; children: ReactNode }

function Choice({ to, isChosen, count, children }: ChoiceProps) {
  return (
    <li className="flex items-center gap-2">
      <Link
        to={addressOf(to)}
        preventScrollReset
        aria-current={isChosen ? 'true' : undefined}
        className="flex min-h-10 grow items-center gap-2.5 hover:text-accent"
      >
        <span
          className={`flex size-5 shrink-0 items-center justify-center rounded border ${isChosen ? 'border-accent bg-accent text-paper' : 'border-control'}`}
        >
          {isChosen && <CheckIcon className="size-3.5" />}
        </span>
        {children}
      </Link>
      <Count of={count} />
    </li>
  )
}

/** The number of matches of an option. Next to the link, so it isn't part of the option's name. */
function Count({ of: count }: { of: number | undefined }) {
  return (
    count !== undefined && (
      <span className="text-muted text-sm tabular-nums">
        {count} <span className="sr-only">{t('found')}</span>
      </span>
    )
  )
}

type SwatchProps = { color: string; filters: Filters; count: number | undefined }

function Swatch({ color, filters, count }: SwatchProps) {
  const isChosen = filters.color === color
  return (
    <li className="flex flex-col items-center">
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
      <Count of={count} />
    </li>
  )
}
