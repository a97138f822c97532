import { useUser } from '../accounts/queries.ts'
import { AUTH } from '../platform/addresses.ts'
import { ButtonLink } from '../ui/button.tsx'
import { UserMenu } from './user-menu.tsx'

/**
 * 'Sign In', or the menu of who is signed in (spec sections 1 and 2). Pages are rendered for nobody in particular, with
 * both: until it is known who is here, the mark that before-paint.js leaves decides which one shows.
 */
export function AccountMenu() {
  const { user, isChecking } = useUser()
  return (
    <>
      {!user && (
        <div className="visitors-only hidden sm:block">
          <ButtonLink look="quiet" className="whitespace-nowrap" to={AUTH}>
            Sign In
          </ButtonLink>
        </div>
      )}
      {(user || isChecking) && (
        <div className="users-only">
          <UserMenu user={user} />
        </div>
      )}
    </>
  )
}
