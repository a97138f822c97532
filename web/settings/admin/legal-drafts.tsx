import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { LEGAL_PAGES, type LegalPageName } from '#contract/pages/names.ts'
import { FIXED_PAGES } from '#contract/pages/rules.ts'
import { adminAddress } from '../../admin/address.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { STATE_LABELS } from '../../pages/admin/page-states.ts'
import { pagesQuery } from '../../pages/admin/queries.ts'
import { startingText } from '../../pages/admin/starting-texts.ts'
import { useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { Link } from '../../platform/router/link.tsx'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection, Skeleton } from '../../ui/feedback.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { Trans } from '../../ui/trans.tsx'

/** Writes drafts of the legal pages that the admin chooses, from the texts that their forms begin with. */
export function LegalDrafts() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data: pages, isError, refetch } = useQuery(pagesQuery(api))
  const [chosen, setChosen] = useState<LegalPageName[]>([])
  const create = useMutation({
    async mutationFn(names: LegalPageName[]) {
      // Fetched again, because the form above may have just been saved.
      const [business, { supportEmail }] = await Promise.all([
        api.call('GET /api/business'),
        api.call('GET /api/shop'),
      ])
      for (const name of names)
        await api.call('PUT /api/admin/pages/:name', {
          name,
          title: FIXED_PAGES[name].title,
          html: startingText(name, supportEmail, business),
          searchTitle: '',
          searchDescription: '',
          isPublished: false,
          version: 0,
        })
    },
    onSuccess: () => {
      setChosen([])
      showToast(t('Drafts created'))
    },
    // Some may exist even if a later one failed.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.admin() }),
  })
  const toggle = (name: LegalPageName) =>
    setChosen((names) => (names.includes(name) ? names.filter((one) => one !== name) : [...names, name]))
  return (
    <section
      aria-labelledby="legal-pages"
      className="mt-near max-w-xl space-y-4 border-hairline border-t pt-5"
    >
      <h3 id="legal-pages" className="text-lg">
        {t('Legal pages')}
      </h3>
      <p className="text-muted text-sm">
        <Trans
          text="Drafts begin with a text that contains your saved business details. Shoppers see a page once you have filled in the parts in brackets and published it. Shops in the EU need the Imprint and the Withdrawal Policy. Privacy Policy and Terms & Conditions already have a text: <link>read and adapt them</link>."
          parts={{ link: <Link className="underline underline-offset-4" to={adminAddress('pages')} /> }}
        />
      </p>
      {isError && <LoadFailure subject={t('The pages')} onRetry={() => void refetch()} />}
      {!pages && !isError && <Skeleton className="h-40" />}
      {pages && (
        <ul>
          {LEGAL_PAGES.map((name) => {
            const { title } = FIXED_PAGES[name]
            const page = pages.find((one) => one.name === name)
            const isUnwritten = page?.state === 'unwritten'
            return (
              <li key={name} className="flex min-h-11 items-center">
                {isUnwritten && (
                  <Checkbox label={title} checked={chosen.includes(name)} onChange={() => toggle(name)} />
                )}
                {page && !isUnwritten && (
                  <p>
                    <Link
                      className="inline-flex min-h-11 items-center underline underline-offset-4"
                      to={adminAddress('pages', { edit: name })}
                    >
                      {title}
                    </Link>{' '}
                    <span className="text-muted text-sm">{STATE_LABELS[page.state]}</span>
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Rejection>{rejectionMessage(create.error)}</Rejection>
      <Button
        look="outline"
        isBusy={create.isPending}
        disabled={chosen.length === 0}
        onClick={() => create.mutate(chosen)}
      >
        {t('Create drafts')}
      </Button>
    </section>
  )
}
