import { useState } from 'react'
import { Link } from 'react-router'
import { CART, FAVORITES, HOME, ORDERS } from '../platform/addresses.ts'
import { Head } from '../platform/head.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailStatus } from './email-status.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useUser } from './queries.ts'
import { SafetySection } from './safety-section.tsx'
import { SignInList } from './sign-in-list.tsx'
import { useLogout } from './sign-out.ts'

const ENTRY = 'flex min-h-11 items-center md:w-full rounded-field px-3 text-left hover:bg-hairline'

/** /profile (spec section 2). */
export function ProfilePage() {
  const [tab, setTab] = useState('profile')
  const { user } = useUser()
  const logout = useLogout(() => HOME)
  if (!user) return null
  return (
    <div className="mx-auto grid w-full max-w-[1280px] gap-8 px-4 py-10 md:grid-cols-[220px_1fr] md:gap-12 md:px-8">
      <Head page="Profile" isPrivate />
      <nav aria-label="Account">
        <ul className="-mx-3 flex flex-wrap md:block">
          {LINKS.map(([label, to]) => (
            <li key={to}>
              <Link className={ENTRY} to={to}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={ENTRY}
              disabled={logout.isPending}
              onClick={() => logout.mutate()}
            >
              Logout
            </button>
          </li>
        </ul>
      </nav>
      <div>
        <h1 className="mb-6 text-4xl">My Profile</h1>
        <Tabs
          name="Profile"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'profile',
              label: 'Profile',
              content: (
                <div className="max-w-xl space-y-10">
                  <EmailStatus user={user} />
                  <ProfileForm user={user} />
                  <section aria-labelledby="password">
                    <h2 id="password" className="text-2xl">
                      Password
                    </h2>
                    <PasswordForm user={user} />
                  </section>
                  <SafetySection user={user} />
                  <SignInList />
                  <DeleteAccount user={user} />
                </div>
              ),
            },
            {
              value: 'payment',
              label: 'Payment',
              content: (
                <p className="text-muted">
                  No payment methods are saved. You enter your card at checkout, and it stays with the payment
                  provider.
                </p>
              ),
            },
          ]}
        />
      </div>
    </div>
  )
}

const LINKS: [label: string, to: string][] = [
  ['Orders', ORDERS],
  ['Favorites', FAVORITES],
  ['Cart', CART],
]
