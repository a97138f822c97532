import { Link } from 'react-router'
import { type User, useLogout } from '../accounts/queries.ts'
import { HOME } from '../platform/addresses.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { UserIcon } from '../ui/icons.tsx'
import { accountLinks } from './account-links.ts'

const ENTRY = 'flex min-h-11 w-full items-center rounded-field px-3 text-left hover:bg-hairline'

/** Where who is signed in can go, and the way out (spec section 2). `user`: null until it is known who it is. */
export function UserMenu({ user }: { user: User | null }) {
  const logout = useLogout(() => HOME)
  return (
    <Dropdown
      name={user ? `Account of ${user.fullName || user.username}` : 'Account'}
      label={<UserIcon />}
      align="right"
    >
      {accountLinks(user).map(([label, to]) => (
        <li key={to}>
          <Link className={ENTRY} to={to}>
            {label}
          </Link>
        </li>
      ))}
      <li className="mt-1 border-hairline border-t pt-1">
        <button type="button" className={ENTRY} disabled={logout.isPending} onClick={() => logout.mutate()}>
          Sign Out
        </button>
      </li>
    </Dropdown>
  )
}
