import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { FIXED_PAGES, isFixedPage } from '#contract/pages/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Spinner } from '../../ui/feedback.tsx'
import { useFirstText } from './original-text.tsx'
import { PageForm } from './page-form.tsx'
import { STATE_LABELS } from './page-states.ts'
import { PageVersions } from './page-versions.tsx'
import { pageQuery } from './queries.ts'

/** The form of a page with its versions. `edit` in the URL is the page's name, or 'new'. */
export function PageEditor() {
  const { read, addressWith, go } = useAdminAddress()
  const name = read('edit') ?? ''
  const isNew = name === 'new'
  const { data: page, isError, refetch } = useQuery({ ...pageQuery(useApi(), name), enabled: !isNew })
  const isWritten = page?.html != null
  const { text, source } = useFirstText(name, page !== undefined && !isWritten)
  const html = isNew ? '' : (page?.html ?? text)
  /** Incremented when another version was restored, which the form then begins with. */
  const [restart, setRestart] = useState(0)
  const title = isNew ? 'Add page' : (page?.title ?? 'Page')
  return (
    <section aria-label={title}>
      <Link
        to={addressWith({ edit: null })}
        className="inline-flex min-h-11 items-center gap-2 text-muted hover:text-ink"
      >
        <span aria-hidden="true">←</span>
        {t(' All pages')}
      </Link>
      <h1 className="wrap-anywhere type-title">{title}</h1>
      {page && (
        <p className="mt-1 text-muted">
          {STATE_LABELS[page.state]} · <span className="wrap-anywhere">{page.address}</span>
        </p>
      )}
      {isError && <LoadFailure subject={t('This page')} onRetry={() => void refetch()} />}
      {source}
      {html === null && !isError && <Spinner />}
      {html !== null && (isNew || page) && (
        <>
          <PageForm
            key={restart}
            page={page}
            html={html}
            isRequired={isFixedPage(name) && FIXED_PAGES[name].isRequired === true}
            onCreated={(name) => go({ edit: name })}
          />
          {page && page.version > 0 && (
            <PageVersions page={page} onRestore={() => setRestart((count) => count + 1)} />
          )}
        </>
      )}
    </section>
  )
}
