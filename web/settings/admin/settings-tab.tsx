import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { SyncCard } from '../../sync/admin/sync-card.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { currencySection } from './currency-section.tsx'
import { placesSection } from './places-section.tsx'
import {
  businessSection,
  reviewsSection,
  securitySection,
  stockSection,
  storeSection,
} from './plain-sections.tsx'
import { Presets } from './presets.tsx'
import { isFound, type Section, SettingsPage, sectionId } from './settings-section.tsx'
import { taxesSection } from './taxes-section.tsx'
import { settingsQuery } from './use-save-section.ts'

/** The sections below the sync card in order, each with its own form. */
const FURTHER_SECTIONS: readonly Section[] = [
  businessSection,
  currencySection,
  placesSection,
  taxesSection,
  stockSection,
  reviewsSection,
  securitySection,
]

/**
 * The spec repeats the platform sync card on this page (section 2). It follows the Store section, so what the contract
 * requires of this page (section 8) is at the top.
 */
const SYNC = {
  title: 'Platform sync',
  id: sectionId('Platform sync'),
  texts: ['Platform sync', 'Sync connection', 'Sync schedule', 'Sync conflicts'],
}

/** All settings of the shop on one page, in sections. The search hides those that don't match. */
export function SettingsTab() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery(useApi()))
  const [typed, setTyped] = useState('')
  // After a preset is applied, all forms are reopened with its values.
  const [generation, setGeneration] = useState(0)
  const search = typed.trim()
  const { isDirty, report } = useUnsavedSections()
  const { question } = useLeaveGuard(isDirty)
  const page = useMemo(() => ({ search, report }), [search, report])
  const found = [storeSection, SYNC, ...FURTHER_SECTIONS].filter(({ texts }) =>
    texts.some((text) => isFound(search, text)),
  )
  const isShown = (id: string) => found.some((section) => section.id === id)
  const part = ({ id, title, Form }: Section) =>
    settings && (
      <Part key={`${id}-${generation}`} id={id} title={title} isShown={isShown(id)}>
        <Form settings={settings} />
      </Part>
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">Settings</h1>
        {settings && !isDirty && (
          <Presets settings={settings} onApplied={() => setGeneration((before) => before + 1)} />
        )}
      </div>
      <div className="mt-6 flex gap-12">
        <div className="min-w-0 max-w-3xl flex-1 space-y-10">
          <div className="max-w-xl">
            <Field
              label="Search settings"
              type="search"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <p role="status" className="mt-2 text-muted text-sm empty:hidden">
              {search && sectionCount(found.length)}
            </p>
          </div>
          {isError && <LoadFailure subject="The settings" onRetry={() => void refetch()} />}
          {!settings && !isError && <Spinner />}
          <SettingsPage value={page}>
            {part(storeSection)}
            <div id={SYNC.id} className="scroll-mt-36 md:scroll-mt-24" hidden={!isShown(SYNC.id)}>
              <SyncCard />
            </div>
            {FURTHER_SECTIONS.map(part)}
          </SettingsPage>
        </div>
        <SectionLinks sections={found} />
      </div>
      {question}
    </>
  )
}

function sectionCount(count: number): string {
  if (count === 0) return 'No settings match your search.'
  return count === 1 ? 'Settings found in 1 section' : `Settings found in ${count} sections`
}

/**
 * Tracks which sections have unsaved changes. One leave guard covers the page, because the router supports only one
 * blocker.
 */
function useUnsavedSections() {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback((section: string, isDirty: boolean) => {
    setUnsaved((before) => {
      if (before.has(section) === isDirty) return before
      const after = new Set(before)
      if (isDirty) after.add(section)
      else after.delete(section)
      return after
    })
  }, [])
  return { isDirty: unsaved.size > 0, report }
}

function Part({
  id,
  title,
  isShown,
  children,
}: {
  id: string
  title: string
  isShown: boolean
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="max-w-xl scroll-mt-36 md:scroll-mt-24"
      hidden={!isShown}
    >
      <h2 id={heading} className="mb-4 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Links to the sections, next to them on wide screens. */
function SectionLinks({ sections }: { sections: readonly { id: string; title: string }[] }) {
  if (sections.length === 0) return null
  return (
    <nav aria-label="Settings" className="hidden w-40 shrink-0 lg:block">
      <ul className="lg:sticky lg:top-0">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a className="flex min-h-11 items-center hover:underline" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
