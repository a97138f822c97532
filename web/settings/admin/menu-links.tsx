import { t } from '#contract/language/language.ts'
import { ALL_CATEGORIES, type MenuLink } from '#contract/pages/menus.ts'
import { categoryOf, MENU_LABEL_MAX } from '#contract/settings/menus.ts'
import { listCategoriesQuery } from '../../catalog/queries.ts'
import { pagesQuery } from '../../pages/admin/queries.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { TrashIcon } from '../../ui/page-icons.tsx'

/** Pages of the store that aren't text pages. */
const STORE: MenuLink[] = [
  ['Home', '/'],
  ['Deals', '/?onSale=true#products'],
  ['New Arrivals', '/?sort=newest#products'],
  ['Contact Us', '/contact'],
  ['Track Your Order', '/order-tracking'],
]

/** An editable list of links: what each leads to, its label, and its place. */
export function MenuLinks({
  links,
  max,
  isHeader = false,
  errorAt,
  onChange,
}: {
  links: MenuLink[]
  max: number
  isHeader?: boolean
  /** Returns the error of a link's label ('0.0') or target ('0.1'). */
  errorAt(path: string): string | undefined
  onChange(links: MenuLink[]): void
}) {
  const change = (index: number, link: MenuLink) =>
    onChange(links.map((other, at) => (at === index ? link : other)))
  return (
    <>
      <ol className="mt-4 space-y-3">
        {links.map(([label, target], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place, and the same link may be there twice
          <li key={index} className="flex flex-wrap items-end gap-x-3 gap-y-1 sm:flex-nowrap">
            <div className="w-full sm:w-2/5">
              <TargetSelect
                place={index + 1}
                target={target}
                isHeader={isHeader}
                error={errorAt(`${index}.1`)}
                onChange={(next, name) => change(index, [hasName(next) ? '' : name, next])}
              />
            </div>
            <div className="min-w-0 grow">
              <Field
                label={t('Label of link {number}', { number: index + 1 })}
                value={label}
                maxLength={MENU_LABEL_MAX}
                error={errorAt(`${index}.0`)}
                onChange={(event) => change(index, [event.target.value, target])}
              />
            </div>
            <div className="flex shrink-0">
              <IconButton
                label={t('Move link {number} up', { number: index + 1 })}
                disabled={index === 0}
                onClick={() => onChange(swapped(links, index - 1))}
              >
                <ChevronDownIcon className="size-5 rotate-180" />
              </IconButton>
              <IconButton
                label={t('Move link {number} down', { number: index + 1 })}
                disabled={index === links.length - 1}
                onClick={() => onChange(swapped(links, index))}
              >
                <ChevronDownIcon className="size-5" />
              </IconButton>
              <IconButton
                label={t('Remove link {number}', { number: index + 1 })}
                onClick={() => onChange(without(links, index))}
              >
                <TrashIcon />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {links.length < max && (
        <Button look="outline" className="mt-4" onClick={() => onChange([...links, ['', '/about']])}>
          {t('Add link')}
        </Button>
      )}
    </>
  )
}

function TargetSelect({
  place,
  target,
  isHeader,
  error,
  onChange,
}: {
  place: number
  target: string
  isHeader: boolean
  error?: string
  onChange(target: string, name: string): void
}) {
  const api = useApi()
  const { data: categories = [] } = useQuery(listCategoriesQuery(api))
  const { data: pages = [] } = useQuery(pagesQuery(api))
  const groups: [title: string, options: MenuLink[]][] = [
    ['Store', isHeader ? [['All categories', ALL_CATEGORIES], ...STORE] : STORE],
    [
      'Pages',
      pages.map(({ title, address, state }) => [isShown(state) ? title : `${title} (not public)`, address]),
    ],
    ['Categories', categories.map(({ id, name }) => [name, `category:${id}`])],
  ]
  const isKnown = groups.some(([, options]) => options.some(([, value]) => value === target))
  const page = pages.find(({ address }) => address === target)
  const isHidden = page && !isShown(page.state)
  return (
    <Select
      label={t('Link {place}', { place })}
      hint={
        isKnown && !isHidden ? undefined : (
          <span className="text-sale">
            {isKnown
              ? t('Not published, so shoppers don’t see this link yet.')
              : t('There is no such page, so shoppers don’t see this link.')}
          </span>
        )
      }
      error={error}
      value={target}
      onChange={(event) => {
        const { value, selectedOptions } = event.target
        onChange(value, value === ALL_CATEGORIES ? 'Categories' : (selectedOptions[0]?.text ?? ''))
      }}
    >
      {!isKnown && <option value={target}>{t('{target} (doesn’t exist)', { target })}</option>}
      {groups.map(([title, options]) => (
        <optgroup key={title} label={title}>
          {options.map(([name, value]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

const isShown = (state: string) => state === 'original' || state === 'published'

/** Returns whether a target has a name, so its label can be empty. */
const hasName = (target: string) =>
  categoryOf(target) !== null || (target.startsWith('/') && !STORE.some(([, path]) => path === target))

export const without = <T,>(list: T[], index: number) => list.filter((_one, at) => at !== index)

/** Exchanges an item with the next one. */
const swapped = (links: MenuLink[], index: number) =>
  links.map((link, at) => links[at === index ? index + 1 : at === index + 1 ? index : at] ?? link)
