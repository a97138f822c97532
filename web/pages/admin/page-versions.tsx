import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { isOriginalPage } from '#contract/pages/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ChangeDialog, showRejectionToast } from '../../admin/changes.tsx'
import { FormSection } from '../../catalog/admin/product-fields.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { useDates } from '../../platform/dates.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { PagePreview } from './page-preview.tsx'
import {
  type AdminPage,
  useDeletePage,
  useRestorePage,
  useSavePage,
  versionQuery,
  versionsQuery,
} from './queries.ts'

type Version = ResponseOf<'GET /api/admin/pages/:name/versions'>[number]

const CHANGES: Record<Version['state'], string> = {
  published: 'Published',
  unpublished: 'Unpublished',
  original: 'Original text restored',
  deleted: 'Deleted',
}

/** The versions of a page. Each can be viewed and restored. */
export function PageVersions({ page, onRestore }: { page: AdminPage; onRestore(): void }) {
  const { data: versions } = useQuery(versionsQuery(useApi(), page.name))
  const [viewed, setViewed] = useState<Version | null>(null)
  const { formatTime } = useDates()
  return (
    <FormSection
      title={t('Versions')}
      hint={t('Each save is kept, so orders can show the terms they were placed under.')}
    >
      <div className="sm:col-span-2">
        {!versions && <Spinner />}
        <ol className="divide-y divide-hairline">
          {versions?.map((version) => (
            <li key={version.version} className="flex flex-wrap items-center gap-x-4 py-2">
              <span className="font-medium tabular-nums">
                {t('Version {version}', { version: version.version })}
              </span>
              <span className="mr-auto text-muted text-sm">
                {CHANGES[version.state]} by {version.by}, {formatTime(version.at)}
                {version.version === page.version && ' (current)'}
              </span>
              {version.state !== 'deleted' && (
                <Button
                  look="quiet"
                  aria-label={t('View version {version}', { version: version.version })}
                  onClick={() => setViewed(version)}
                >
                  {t('View')}
                </Button>
              )}
            </li>
          ))}
        </ol>
        <div className="mt-4">
          {isOriginalPage(page.name) && page.state !== 'original' && (
            <RestoreOriginal page={page} onRestored={onRestore} />
          )}
          {!isOriginalPage(page.name) && <DeletePage page={page} />}
        </div>
      </div>
      {viewed && (
        <ViewedVersion page={page} version={viewed} onClose={() => setViewed(null)} onRestore={onRestore} />
      )}
    </FormSection>
  )
}

function ViewedVersion({
  page,
  version: { version, state, at },
  onClose,
  onRestore,
}: {
  page: AdminPage
  version: Version
  onClose(): void
  onRestore(): void
}) {
  const { data: whole } = useQuery(versionQuery(useApi(), page.name, version))
  const { formatTime } = useDates()
  const save = useSavePage()
  const restore = useRestorePage()
  const done = {
    onSuccess: () => {
      onRestore()
      onClose()
    },
    onError: showRejectionToast,
  }
  const putBack = () => {
    const seen = { name: page.name, version: page.version }
    if (state === 'original') return restore.mutate(seen, done)
    if (!whole) return
    const { title, html, searchTitle, searchDescription } = whole
    // Whether the page is published stays as it is.
    const isPublished = page.state !== 'unpublished'
    save.mutate({ ...seen, title, html, searchTitle, searchDescription, isPublished }, done)
  }
  return (
    <PagePreview
      isOpen={whole !== undefined}
      onClose={onClose}
      title={t('Version {version}, {at}', { version, at: formatTime(at) })}
      page={{
        name: page.name,
        title: whole?.title ?? '',
        html: state === 'original' ? null : (whole?.html ?? ''),
        at,
      }}
      actions={
        version !== page.version && (
          <Button look="outline" isBusy={save.isPending || restore.isPending} onClick={putBack}>
            {t('Put back')}
          </Button>
        )
      }
    />
  )
}

function RestoreOriginal({ page, onRestored }: { page: AdminPage; onRestored(): void }) {
  const [isOpen, setOpen] = useState(false)
  const restore = useRestorePage()
  const { name, version } = page
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        {t('Restore the original')}
      </Button>
      {isOpen && (
        <ChangeDialog
          title={t('Restore the original')}
          submit={t('Restore the original')}
          change={restore}
          onSubmit={() =>
            restore.mutate(
              { name, version },
              {
                onSuccess: () => {
                  setOpen(false)
                  onRestored()
                },
              },
            )
          }
          onClose={() => setOpen(false)}
        >
          <p>{t('The page shows its original text again. Your versions are kept.')}</p>
        </ChangeDialog>
      )}
    </>
  )
}

function DeletePage({ page: { name, title, version } }: { page: AdminPage }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeletePage()
  const { go } = useAdminAddress()
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        {t('Delete page')}
      </Button>
      {isOpen && (
        <ChangeDialog
          title={t('Delete page')}
          submit={t('Delete')}
          isDanger
          change={remove}
          onSubmit={() => remove.mutate({ name, version }, { onSuccess: () => go({ edit: null }) })}
          onClose={() => setOpen(false)}
        >
          <p>
            {t('Are you sure you want to delete the page {title}? Links to it will lead nowhere.', { title })}
          </p>
        </ChangeDialog>
      )}
    </>
  )
}
