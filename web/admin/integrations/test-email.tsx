import { queryOptions } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useUser } from '../../accounts/queries.ts'
import { type Api, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { rejectionMessage } from '../changes.tsx'

const POLL_EVERY_MS = 1000

const testEmailQuery = (api: Api, id: string | undefined) =>
  queryOptions({
    queryKey: keys.admin('test-email', id),
    queryFn: () => api.call('GET /api/admin/mail/tests/:id', { id: id ?? '' }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_EVERY_MS : false),
  })

/** Sends an email, and shows whether the mail server accepted it. */
export function TestEmail() {
  const api = useApi()
  const { user } = useUser()
  const [typed, setTyped] = useState<string | null>(null)
  const to = typed ?? user?.email ?? ''
  const send = useMutation({ mutationFn: (to: string) => api.call('POST /api/admin/mail/tests', { to }) })
  const { data: found, isError } = useQuery(testEmailQuery(api, send.data?.id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate(to)
  }
  const problem =
    rejectionMessage(send.error) ?? (isError ? 'The state of the email couldn’t be loaded.' : null)
  return (
    <form noValidate aria-label={t('Test email')} onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-sm">
          <Field
            label={t('Send a test to')}
            type="email"
            autoComplete="email"
            value={to}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button
          type="submit"
          look="outline"
          isBusy={send.isPending || found?.state === 'waiting'}
          disabled={to.trim() === ''}
        >
          {t('Send a test email')}
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-6 text-sm">
        {problem && <span className="text-sale">{problem}</span>}
        {!problem && found && <Outcome {...found} to={send.variables ?? to} />}
      </p>
    </form>
  )
}

function Outcome({
  state,
  reason,
  to,
}: {
  state: 'waiting' | 'accepted' | 'rejected'
  reason: string | null
  to: string
}) {
  if (state === 'waiting') return 'Waiting for the mail server...'
  if (state === 'accepted')
    return (
      <span className="text-success">
        {t('The mail server accepted the email to {to}. Check the inbox.', { to })}
      </span>
    )
  return (
    <span className="text-sale">
      {t('The mail server rejected the email: {reason}', { reason: reason ?? '' })}
    </span>
  )
}
