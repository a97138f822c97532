import { useState } from 'react'
import { ROLE_NAMES, ROLE_SUMMARIES, STAFF_ROLES, type StaffRole } from '#contract/accounts/staff-roles.ts'
import { t } from '#contract/language/language.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { Day } from '../../admin/data-table.tsx'
import { useMay } from '../../admin/permissions.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { type ListedUser, useChangeUser } from './queries.ts'

/** The facts about an account, and what admins can change about it. */
export function AccountDetails({ user }: { user: ListedUser }) {
  const facts = [
    ['Username', user.username],
    ['Email', user.email ? `${user.email}${user.emailVerified ? '' : ' (not verified)'}` : 'None'],
    ['Account type', user.role === 'admin' ? 'Administrator' : 'Customer'],
    ...(user.staffRole ? [['Role', ROLE_NAMES[user.staffRole]]] : []),
    ['Authenticator app', user.hasSecondFactor ? 'On' : 'Off'],
  ]
  return (
    <>
      {user.isBlocked && (
        <p className="mb-4 warning font-medium text-sale">
          {t('This account is blocked and can’t sign in.')}
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div>
          <dt className="text-muted text-sm">{t('Member since')}</dt>
          <dd>
            <Day time={user.createdAt} />
          </dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t('Last seen')}</dt>
          <dd>{user.lastUsedAt ? <Day time={user.lastUsedAt} /> : t('Not signed in')}</dd>
        </div>
      </dl>
      <AccountActions user={user} />
    </>
  )
}

type Change = {
  title: string
  question(username: string): string
  text: string
  role?: 'admin' | 'customer'
  /** Asks which role. */
  asksRole?: boolean
  isBlocked?: boolean
  secondFactor?: null
}

const RESET: Change = {
  title: 'Reset authenticator app',
  question: (username) => `Reset the authenticator app of ${username}?`,
  secondFactor: null,
  text: 'Only for users who have lost their app and recovery codes. Verify their identity first. They’ll be signed out everywhere.',
}

/** Promote, demote, block, and unblock, each with a confirmation (contract section 6). */
function AccountActions({ user }: { user: ListedUser }) {
  const may = useMay()
  const [pendingChange, setPendingChange] = useState<Change | null>(null)
  const [staffRole, setStaffRole] = useState<StaffRole>(user.staffRole ?? 'support')
  const change = useChangeUser()
  const close = () => {
    change.reset()
    setPendingChange(null)
  }
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {changesOf(user, may).map((one) => (
        <Button key={one.title} look="outline" onClick={() => setPendingChange(one)}>
          {one.title}
        </Button>
      ))}
      {pendingChange && (
        <ChangeDialog
          title={pendingChange.question(user.username)}
          submit={pendingChange.title}
          isDanger={
            pendingChange.isBlocked === true ||
            pendingChange.role === 'customer' ||
            pendingChange.secondFactor === null
          }
          change={change}
          onClose={close}
          onSubmit={() =>
            change.mutate(
              pendingChange.secondFactor === null
                ? { id: user.id, secondFactor: null }
                : {
                    id: user.id,
                    role: pendingChange.role,
                    isBlocked: pendingChange.isBlocked,
                    ...(pendingChange.asksRole && { staffRole }),
                  },
              { onSuccess: close },
            )
          }
        >
          <p>{pendingChange.text}</p>
          {pendingChange.asksRole && <RoleField value={staffRole} onChange={setStaffRole} />}
        </ChangeDialog>
      )}
    </div>
  )
}

/** Chooses what a member of the staff may do. */
export function RoleField({ value, onChange }: { value: StaffRole; onChange(role: StaffRole): void }) {
  return (
    <Select
      label={t('Role')}
      hint={ROLE_SUMMARIES[value]}
      value={value}
      onChange={({ target }) => onChange(target.value as StaffRole)}
    >
      {STAFF_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </Select>
  )
}

const CHANGE_ROLE: Change = {
  title: 'Change role',
  question: (username) => `Change the role of ${username}?`,
  asksRole: true,
  text: 'The new role applies immediately. They stay signed in.',
}

/** Only owners change roles and staff. */
function changesOf(
  { role, isBlocked, hasSecondFactor }: ListedUser,
  may: ReturnType<typeof useMay>,
): Change[] {
  const block = blockOf(isBlocked)
  if (!may('PATCH /api/admin/users/:id', 'role'))
    return role === 'customer' && may('PATCH /api/admin/users/:id', 'isBlocked') ? [block] : []
  return [
    ...(role === 'admin' ? [CHANGE_ROLE] : []),
    role === 'admin'
      ? {
          title: t('Make customer'),
          question: (username) => `Make ${username} a customer?`,
          role: 'customer',
          text: t('They’ll lose access to the admin and be signed out everywhere.'),
        }
      : {
          title: t('Make administrator'),
          question: (username) => `Make ${username} an administrator?`,
          role: 'admin',
          asksRole: true,
          text: t('They’ll be signed out everywhere and need a long password.'),
        },
    block,
    ...(hasSecondFactor ? [RESET] : []),
  ]
}

const blockOf = (isBlocked: boolean): Change =>
  isBlocked
    ? {
        title: t('Unblock'),
        question: (username) => `Unblock ${username}?`,
        isBlocked: false,
        text: t('They’ll be able to sign in again.'),
      }
    : {
        title: t('Block'),
        question: (username) => `Block ${username}?`,
        isBlocked: true,
        text: t('They’ll be signed out everywhere and won’t be able to sign in.'),
      }
