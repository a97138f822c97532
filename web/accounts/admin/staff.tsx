import { Suspense, useState } from 'react'
import { ROLE_NAMES } from '#contract/accounts/staff-roles.ts'
import { english, t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable, Day, RowLink } from '../../admin/data-table.tsx'
import { ListFrame, LoadFailure } from '../../admin/list-frame.tsx'
import { useCombobox } from '../../admin/use-combobox.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Pending, Spinner } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { AccountDetails } from './account-details.tsx'
import { Invitations } from './invitations.tsx'
import { type ListedUser, userQuery, usersQuery } from './queries.ts'

const PAGE_SIZE = 100

/** All people who can use the admin. */
export function Staff() {
  const { read } = useAdminAddress()
  const list = useQuery(usersQuery(useApi(), { role: 'admin', pageSize: PAGE_SIZE }))
  return (
    <>
      <NewStaff />
      <Invitations />
      <ListFrame
        plural="administrators"
        singular="administrator"
        list={list}
        filters={[]}
        pageSize={PAGE_SIZE}
        empty={t('No administrators.')}
      >
        {(users) => <DataTable caption={t('Staff')} columns={COLUMNS} rows={users} />}
      </ListFrame>
      <Suspense fallback={<Pending />}>{read('edit') && <StaffSheet id={Number(read('edit'))} />}</Suspense>
    </>
  )
}

const COLUMNS: Columns<ListedUser> = [
  {
    id: 'name',
    header: english('Account'),
    cell: ({ id, username, fullName, email, isBlocked }) => (
      <>
        <RowLink id={id}>{username}</RowLink>
        {isBlocked && <span className="ml-2 font-medium text-sale text-sm">{t('Blocked')}</span>}
        <p className="wrap-anywhere text-muted text-sm">{[fullName, email].filter(Boolean).join(' · ')}</p>
      </>
    ),
  },
  {
    id: 'role',
    header: english('Role'),
    cell: ({ staffRole }) => staffRole && ROLE_NAMES[staffRole],
  },
  {
    id: 'factor',
    header: english('Authenticator app'),
    cell: ({ hasSecondFactor }) => (
      <span className={hasSecondFactor ? 'text-sm text-success' : 'text-muted text-sm'}>
        {hasSecondFactor ? t('On') : t('Off')}
      </span>
    ),
  },
  {
    id: 'seen',
    header: english('Last seen'),
    isMinor: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <Day time={lastUsedAt} />
      ) : (
        <span className="text-muted text-sm">{t('Not signed in')}</span>
      ),
  },
]

const TYPING_MS = 200

/** Finds the account of a new administrator, and opens it. */
function NewStaff() {
  const { go } = useAdminAddress()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), TYPING_MS)
  const { data } = useQuery({
    ...usersQuery(useApi(), { search, role: 'customer', pageSize: 6 }),
    enabled: search.length > 1,
  })
  const found = typed.trim().length > 1 ? (data?.items ?? []) : []
  const { active, restart, steer, field, listId, optionAt } = useCombobox(found.length, (place) =>
    open(place),
  )
  const open = (place: number) => {
    const user = found[place]
    if (!user) return
    setTyped('')
    go({ edit: user.id })
  }
  return (
    <div className="relative max-w-xl">
      <Field
        label={t('Add a person')}
        hint={t('Find their account by username, email, or name. Invite a person without one by email.')}
        value={typed}
        {...field}
        onChange={({ target }) => {
          setTyped(target.value)
          restart()
        }}
        onBlur={() => setTyped('')}
        onKeyDown={(event) => {
          steer(event)
          if (event.key === 'Enter') open(active)
          if (event.key === 'Escape') setTyped('')
        }}
      />
      {found.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('Accounts')}
          className="absolute inset-x-0 top-[4.75rem] z-20 rounded-card bg-surface p-2 shadow-float"
        >
          {found.map(({ id, username, email, fullName }, place) => (
            <div
              key={id}
              role="option"
              aria-selected={place === active}
              tabIndex={-1}
              {...optionAt(place)}
              className="group min-h-11 cursor-pointer rounded-field px-3 py-2 hover:bg-hairline aria-selected:bg-hairline"
            >
              {username}
              <span className="ml-2 text-muted text-sm group-hover:text-ink group-aria-selected:text-ink">
                {[fullName, email].filter(Boolean).join(' · ')}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function StaffSheet({ id }: { id: number }) {
  const { go } = useAdminAddress()
  const { data: user, isError, refetch } = useQuery(userQuery(useApi(), id))
  return (
    <Sheet
      isOpen
      onClose={() => go({ edit: null })}
      side="right"
      title={user?.username ?? t('Account')}
      isWide
    >
      {user && <AccountDetails user={user} />}
      {!user && isError && <LoadFailure subject={t('This account')} onRetry={() => void refetch()} />}
      {!user && !isError && <Spinner />}
    </Sheet>
  )
}
