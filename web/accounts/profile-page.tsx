import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ProfileChanges } from '#contract/accounts/api.ts'
import { t } from '#contract/language/language.ts'
import { AddressBookSection } from '../address-book/address-book-section.tsx'
import { useDates } from '../platform/dates.ts'
import { Head } from '../platform/head.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AccountLayout, AccountSection } from './account-layout.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ConfirmEmailChange, EmailStatus } from './email-status.tsx'
import { PasswordForm } from './password-form.tsx'
import { useChangeProfile } from './profile.ts'
import { type User, useUser } from './queries.ts'
import { SafetySection } from './security-section.tsx'
import { SessionList } from './session-list.tsx'

/** /profile (spec section 2). */
export function ProfilePage() {
  const [tab, setTab] = useState('profile')
  const { user } = useUser()
  if (!user) return null
  return (
    <AccountLayout>
      <Head page="Profile" isPrivate />
      <h1 className="mb-6 type-heading">{t('My Profile')}</h1>
      <Tabs
        name="Profile"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'profile',
            label: t('Profile'),
            content: (
              <>
                <EmailStatus user={user} />
                <ProfileForm user={user} />
                <AccountSection id="password" title={t('Password')}>
                  <PasswordForm user={user} />
                </AccountSection>
                <SafetySection user={user} />
                <SessionList />
                <DeleteAccount user={user} />
              </>
            ),
          },
          {
            value: 'payment',
            label: t('Payment'),
            content: (
              <p className="text-muted">
                {t(
                  'No payment methods are saved. You enter your card at checkout, and it stays with the payment provider.',
                )}
              </p>
            ),
          },
          { value: 'addresses', label: t('Addresses'), content: <AddressBookSection /> },
        ]}
      />
    </AccountLayout>
  )
}

/** Username, account type, and 'Member Since' are read-only. Full name and email address can be edited (spec section 2). */
function ProfileForm({ user }: { user: User }) {
  const { formatDay } = useDates()
  const change = useChangeProfile()
  const [toConfirm, setToConfirm] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProfileChanges),
    defaultValues: { fullName: user.fullName ?? '', email: user.pendingEmail ?? user.email },
  })
  // dirtyFields must be read during render, because react-hook-form tracks only what was read.
  const { errors, dirtyFields } = formState
  return (
    <AccountSection id="about-you" title={t('About you')}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">{t('Username')}</dt>
        <dd>{user.username}</dd>
        <dt className="text-muted">{t('Account Type')}</dt>
        <dd>{user.role === 'admin' ? t('Administrator') : t('Customer')}</dd>
        <dt className="text-muted">{t('Member Since')}</dt>
        <dd>
          <time dateTime={user.createdAt}>{formatDay(user.createdAt, 'long')}</time>
        </dd>
      </dl>
      <form
        noValidate
        className="space-y-4"
        onSubmit={handleSubmit(({ fullName, email }) =>
          // Sends only changed fields, because sending the current address would cancel a pending change.
          change.mutate(
            { ...(dirtyFields.fullName && { fullName }), ...(dirtyFields.email && { email }) },
            {
              onSuccess: ({ pendingEmail, pendingEmailConfirmed }) => {
                if (dirtyFields.email && !pendingEmailConfirmed) setToConfirm(pendingEmail)
              },
            },
          ),
        )}
      >
        <Field
          label={t('Full name')}
          autoComplete="name"
          error={errors.fullName?.message}
          {...register('fullName')}
        />
        <Field
          label={t('Email')}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" isBusy={change.isPending}>
          {t('Save changes')}
        </Button>
      </form>
      {toConfirm !== null && <ConfirmEmailChange email={toConfirm} onClose={() => setToConfirm(null)} />}
    </AccountSection>
  )
}
