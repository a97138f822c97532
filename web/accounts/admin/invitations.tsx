import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLE_NAMES, type StaffRole } from '#contract/accounts/staff-roles.ts'
import { english, t } from '#contract/language/language.ts'
import { ChangeDialog, showRejectionToast } from '../../admin/changes.tsx'
import { type Columns, DataTable, Day } from '../../admin/data-table.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { belongsTo, keys } from '../../platform/query-cache.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { RoleField } from './account-details.tsx'

type Invitation = ResponseOf<'GET /api/admin/staff-invitations'>[number]

const invitationsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('invitations'),
    queryFn: () => api.call('GET /api/admin/staff-invitations'),
    staleTime: 0,
  })

/** Open invitations, and a button to send one. */
export function Invitations() {
  const [isInviting, setInviting] = useState(false)
  const { data, isError, refetch } = useQuery(invitationsQuery(useApi()))
  return (
    <section aria-label={t('Invitations')} className="mt-6">
      <Button look="outline" onClick={() => setInviting(true)}>
        {t('Invite by email')}
      </Button>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {data && data.length > 0 && (
        <div className="mt-5">
          <DataTable caption={t('Invitations')} columns={COLUMNS} rows={data} />
        </div>
      )}
      {!data && isError && <LoadFailure subject={t('The invitations')} onRetry={() => void refetch()} />}
    </section>
  )
}

function InviteDialog({ onClose }: { onClose(): void }) {
  const api = useApi()
  const refetch = useRefetch()
  const [email, setEmail] = useState('')
  const [staffRole, setStaffRole] = useState<StaffRole>('support')
  const invite = useMutation({
    mutationFn: (input: InputOf<'POST /api/admin/staff-invitations'>) =>
      api.call('POST /api/admin/staff-invitations', input),
    onSuccess: () => {
      showToast(t('Invitation sent'))
      onClose()
    },
    onSettled: refetch,
  })
  return (
    <ChangeDialog
      title={t('Invite to the staff')}
      submit={t('Send invitation')}
      change={invite}
      onClose={onClose}
      onSubmit={() => invite.mutate({ email, staffRole })}
    >
      <p>{t('We’ll email a link that works once, for a week. They choose their own password.')}</p>
      <Field
        label={t('Email')}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <RoleField value={staffRole} onChange={setStaffRole} />
    </ChangeDialog>
  )
}

const COLUMNS: Columns<Invitation> = [
  {
    id: 'email',
    header: english('Invited'),
    cell: ({ email, staffRole, isExpired }) => (
      <>
        <span className="wrap-anywhere">{email}</span>
        {isExpired && <span className="ml-2 font-medium text-sale text-sm">{t('Expired')}</span>}
        <p className="text-muted text-sm">{ROLE_NAMES[staffRole]}</p>
      </>
    ),
  },
  {
    id: 'sent',
    header: english('Sent'),
    isMinor: true,
    cell: ({ sentAt, invitedBy }) => (
      <>
        <Day time={sentAt} />
        <p className="text-muted text-sm">{t('by {invitedBy}', { invitedBy })}</p>
      </>
    ),
  },
  {
    id: 'expires',
    header: english('Expires'),
    isMinor: true,
    cell: ({ expiresAt }) => <Day time={expiresAt} />,
  },
  { id: 'actions', header: <span className="sr-only">Actions</span>, cell: (row) => <Actions of={row} /> },
]

function Actions({ of: { id, email } }: { of: Invitation }) {
  const api = useApi()
  const onSettled = useRefetch()
  const resend = useMutation({
    mutationFn: () => api.call('POST /api/admin/staff-invitations/:id/resend', { id }),
    onSuccess: () => showToast(t('Invitation sent again'), t('The earlier link no longer works.')),
    onError: showRejectionToast,
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: () => api.call('DELETE /api/admin/staff-invitations/:id', { id }),
    onSuccess: () => showToast(t('Invitation revoked')),
    onError: showRejectionToast,
    onSettled,
  })
  return (
    <div className="ml-auto grid w-fit gap-2 xl:flex">
      <Button
        look="outline"
        aria-label={t('Resend to {email}', { email })}
        isBusy={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t('Resend')}
      </Button>
      <Button
        look="outline"
        aria-label={t('Revoke the invitation of {email}', { email })}
        isBusy={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        {t('Revoke')}
      </Button>
    </div>
  )
}

function useRefetch() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: belongsTo(keys.admin('invitations'), keys.admin('audit')),
    })
}
