import { useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useMay } from '../../admin/permissions.tsx'
import { Link } from '../../platform/router/link.tsx'
import { Field } from '../../ui/field.tsx'
import { ChevronRightIcon } from '../../ui/page-icons.tsx'
import {
  isFound,
  maySee,
  SETTING_GROUPS,
  type SettingPage,
  type SettingPageName,
  settingsAddress,
} from './setting-pages.ts'

const ENTRY =
  'flex min-h-14 items-center justify-between gap-3 border-hairline border-b py-2 hover:text-accent lg:min-h-9 lg:border-b-0 lg:border-l-2 lg:px-3 lg:py-1 lg:text-sm lg:aria-[current=page]:border-ink lg:aria-[current=page]:font-medium'

/** The list of all pages: next to the open one on wide screens, and on its own on phones. Searches all settings. */
export function SettingsIndex({
  current,
  labelsOf,
}: {
  current: SettingPageName
  /** Returns the labels of a page's fields by name. */
  labelsOf(name: SettingPageName): Readonly<Record<string, string>>
}) {
  const may = useMay()
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const groups = SETTING_GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.filter((page) => maySee(page, may)),
  })).filter(({ pages }) => pages.length > 0)
  const found = groups
    .flatMap(({ pages }) => pages)
    .flatMap((page) => {
      const labels = Object.entries(labelsOf(page.name)).filter(([, label]) => isFound(search, label))
      const isWhole = isFound(search, `${page.title} ${page.summary} ${page.keywords}`)
      return isWhole || labels.length > 0 ? [{ page, labels }] : []
    })
  const leave = () => setTyped('')
  return (
    <>
      <Field
        label={t('Search settings')}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="mt-2 text-muted text-sm empty:hidden">
        {search && pageCount(found.length)}
      </p>
      <nav aria-label={t('Settings')} className="mt-6">
        {search === '' && groups.map((group) => <Group key={group.title} {...group} current={current} />)}
        {search !== '' && found.length > 0 && (
          <ul className="space-y-3">
            {found.map(({ page, labels }) => (
              <li key={page.name}>
                <Link
                  to={settingsAddress(page.name)}
                  className="flex min-h-9 items-center font-medium hover:text-accent"
                  onClick={leave}
                >
                  {page.title}
                </Link>
                {labels.length > 0 && (
                  <ul className="border-hairline border-l-2">
                    {labels.map(([name, label]) => (
                      <li key={name}>
                        <Link
                          to={settingsAddress(page.name, name)}
                          className="flex min-h-11 items-center px-3 hover:text-accent lg:min-h-8 lg:text-sm"
                          onClick={leave}
                        >
                          {label}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        )}
      </nav>
    </>
  )
}

function Group({
  title,
  pages,
  current,
}: {
  title: string
  pages: readonly SettingPage[]
  current: SettingPageName
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-8 lg:mb-5">
      <h2 id={id} className="mb-1 text-muted text-sm">
        {title}
      </h2>
      <ul>
        {pages.map(({ name, title, summary }) => (
          <li key={name}>
            <Link
              to={settingsAddress(name)}
              className={ENTRY}
              aria-current={name === current ? 'page' : undefined}
            >
              <span>
                {title}
                <span className="block text-muted text-sm lg:hidden">{summary}</span>
              </span>
              <ChevronRightIcon className="size-5 shrink-0 text-muted lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function pageCount(count: number): string {
  if (count === 0) return 'No settings match your search.'
  return count === 1 ? 'Settings found on 1 page' : `Settings found on ${count} pages`
}
