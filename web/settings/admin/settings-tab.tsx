import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#contract/language/language.ts'
import { Staff } from '../../accounts/admin/staff.tsx'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { RequirementList } from '../../admin/going-live/requirement-list.tsx'
import { MailCard } from '../../admin/integrations/mail-card.tsx'
import { PaymentCard } from '../../admin/integrations/payment-card.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { useMay } from '../../admin/permissions.tsx'
import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { SyncCard } from '../../sync/admin/sync-card.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { ChevronLeftIcon } from '../../ui/page-icons.tsx'
import { brandSection } from './brand-section.tsx'
import { checkoutSection } from './checkout-section.tsx'
import { currencySection } from './currency-section.tsx'
import { emailTextsSection } from './email-texts-section.tsx'
import { emailsSection } from './emails-section.tsx'
import { homeSection } from './home-section.tsx'
import { LegalDrafts } from './legal-drafts.tsx'
import { menusSection } from './menus-section.tsx'
import { placesSection } from './places-section.tsx'
import {
  businessSection,
  reviewsSection,
  securitySection,
  stockSection,
  storeSection,
} from './plain-sections.tsx'
import { searchSection } from './search-section.tsx'
import { maySee, SETTING_PAGES, type SettingPageName } from './setting-pages.ts'
import { SettingsIndex } from './settings-index.tsx'
import type { Section } from './settings-section.tsx'
import { setupSection } from './setup-section.tsx'
import { taxesSection } from './taxes-section.tsx'
import { type Settings, settingsQuery } from './use-save-section.ts'

/** The pages with a form. */
const SECTIONS: Partial<Record<SettingPageName, Section>> = {
  setup: setupSection,
  store: storeSection,
  business: businessSection,
  brand: brandSection,
  home: homeSection,
  formats: currencySection,
  menus: menusSection,
  places: placesSection,
  taxes: taxesSection,
  checkout: checkoutSection,
  stock: stockSection,
  search: searchSection,
  reviews: reviewsSection,
  emails: emailsSection,
  'email-texts': emailTextsSection,
  security: securitySection,
}

/** A setting is found on its page, not also in the form for new shops. */
const labelsOf = (name: SettingPageName) => (name === 'setup' ? {} : (SECTIONS[name]?.labels ?? {}))

/** The settings: a list of pages, and the open one. On phones, the list comes first. */
export function SettingsTab() {
  const { read } = useAdminAddress()
  const may = useMay()
  const opened = SETTING_PAGES.find((page) => page.name === read('section') && maySee(page, may))
  const page = opened ?? STORE
  const article = useFocusOnOpening(page?.name ?? 'store', read('setting'))
  const index = useScrollToCurrent(page?.name)
  if (!page) return null
  return (
    <div className="gap-16 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div
        ref={index}
        className="lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:p-1"
      >
        {opened && (
          <Link
            to={adminAddress('settings')}
            className="mb-4 -ml-1 inline-flex min-h-11 items-center gap-1 text-muted hover:text-ink lg:hidden"
          >
            <ChevronLeftIcon className="size-5" />
            {t(' All settings')}
          </Link>
        )}
        <h1 className={opened ? 'type-title max-lg:sr-only' : 'type-title'}>{t('Settings')}</h1>
        <div className={opened ? 'mt-5 max-lg:hidden' : 'mt-5'}>
          <SettingsIndex current={page.name} labelsOf={labelsOf} />
        </div>
      </div>
      <div
        ref={article}
        tabIndex={-1}
        className={`min-w-0 outline-none ${SECTIONS[page.name]?.hasPreview ? '' : 'max-w-3xl'} ${opened ? '' : 'max-lg:hidden'}`}
      >
        {!HAS_OWN_TITLE.includes(page.name) && (
          <>
            <h2 className="type-title">{page.title}</h2>
            <p className="mt-1 mb-8 text-muted">{page.summary}.</p>
          </>
        )}
        <div className={HAS_OWN_TITLE.includes(page.name) ? 'card-page' : ''}>
          <Page key={page.name} name={page.name} />
        </div>
      </div>
    </div>
  )
}

const [STORE] = SETTING_PAGES
const INDEX_MARGIN = 24
/** Pages that consist of a card, which has the title. */
const HAS_OWN_TITLE: readonly SettingPageName[] = ['emails', 'payments', 'sync']

/** Moves the focus to a page when it opens, or to the setting that was searched for, but not on the first render. */
function useFocusOnOpening(name: SettingPageName, setting: string | undefined) {
  const article = useRef<HTMLDivElement>(null)
  const shown = useRef(`${name} ${setting ?? ''}`)
  useEffect(() => {
    const next = `${name} ${setting ?? ''}`
    if (shown.current === next) return
    shown.current = next
    const field = setting && article.current?.querySelector<HTMLElement>(`[name="${CSS.escape(setting)}"]`)
    if (field) field.focus()
    else article.current?.focus({ preventScroll: true })
  }, [name, setting])
  return article
}

/** Scrolls the index, which may be higher than the window, to the open page. The page itself doesn't move. */
function useScrollToCurrent(name: SettingPageName | undefined) {
  const index = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opened page is another entry
  useEffect(() => {
    const frame = index.current?.getBoundingClientRect()
    const entry = index.current?.querySelector('[aria-current=page]')?.getBoundingClientRect()
    if (!frame || !entry) return
    const below = entry.bottom + INDEX_MARGIN - frame.bottom
    const above = entry.top - INDEX_MARGIN - frame.top
    if (below > 0) index.current?.scrollBy({ top: below, behavior: 'instant' })
    else if (above < 0) index.current?.scrollBy({ top: above, behavior: 'instant' })
  }, [name])
  return index
}

function Page({ name }: { name: SettingPageName }) {
  if (name === 'emails') return <MailCard />
  if (name === 'payments') return <PaymentCard />
  if (name === 'sync') return <SyncCard />
  if (name === 'staff') return <Staff />
  if (name === 'live') return <RequirementList />
  return (
    <WithSettings>
      {(settings) => {
        const section = SECTIONS[name]
        return (
          <>
            {section && <section.Form settings={settings} />}
            {name === 'setup' && <LegalDrafts />}
            {/* The specification repeats the card in the settings (section 2). */}
            {name === 'store' && (
              <div className="mt-near">
                <SyncCard />
              </div>
            )}
          </>
        )
      }}
    </WithSettings>
  )
}

/** Fetches the settings again for each page, because other admins change them, too. */
function WithSettings({ children }: { children(settings: Settings): ReactNode }) {
  const { data: settings, isError, refetch } = useQuery(settingsQuery(useApi()))
  if (settings) return children(settings)
  return isError ? <LoadFailure subject={t('The settings')} onRetry={() => void refetch()} /> : <Spinner />
}
