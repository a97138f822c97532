import { Link } from 'react-router'
import { useUser } from '../accounts/queries.ts'
import { useLogout } from '../accounts/sign-in.ts'
import { AUTH, HOME } from '../platform/addresses.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { UserIcon } from '../ui/icons.tsx'
import { accountLinks } from './account-links.ts'

const ENTRY = 'flex min-h-11 w-full items-center rounded-field px-3 text-left hover:bg-hairline'

/** 'Sign In', or the menu of who is signed in (spec sections 1 and 2). */
export function AccountMenu() {
  const { user } = useUser()
  const logout = useLogout(() => HOME)
  if (!user) {
    return (
      <div className="hidden sm:block">
        <ButtonLink look="quiet" className="whitespace-nowrap" to={AUTH}>
          Sign In
        </ButtonLink>
      </div>
    )
  }
  return (
    <Dropdown name={`Account of ${user.fullName || user.username}`} label={<UserIcon />} align="right">
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
