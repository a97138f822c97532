import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { type User, useLogout, useUser } from '../accounts/queries.ts'
import { CartButton } from '../cart/cart-host.tsx'
import { SearchBox } from '../catalog/search-box.tsx'
import { AUTH, HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useLook, useShopName } from '../settings/shop-info.tsx'
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { MenuIcon, UserIcon } from '../ui/icons.tsx'
import { loadLater, MountOnDemand } from '../ui/load-later.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { accountLinks } from './links.ts'

const MobileMenu = loadLater(async () => (await import('./mobile-menu.tsx')).MobileMenu)

export function Header() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <header className="site-header border-hairline border-b bg-paper">
      <a
        className="sr-only rounded-field bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        href="#main"
      >
        {t('Skip to content')}
      </a>
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-1 gap-y-2 px-4 py-2 md:flex-nowrap md:gap-x-2 md:px-8 md:py-3">
        <IconButton
          label={t('Menu')}
          aria-haspopup="dialog"
          className="lg:hidden"
          onClick={() => setMenuOpen(true)}
        >
          <MenuIcon />
        </IconButton>
        <Link className="mr-auto type-title md:mr-4" to={HOME}>
          <Logo />
        </Link>
        <HeaderMenu />
        <div className="browse order-last w-full md:order-none md:mx-2 md:w-auto md:grow">
          <SearchBox />
        </div>
        <AccountMenu />
        <CartButton />
      </div>
      <MountOnDemand isWanted={isMenuOpen}>
        <MobileMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      </MountOnDemand>
    </header>
  )
}

/** The shop's logo, or its name. The stylesheet of the look hides the one for the other theme. */
function Logo() {
  const { logo, darkLogo } = useLook() ?? {}
  const name = useShopName()
  const image = ({ url, ...size }: NonNullable<typeof logo>, className: string) => (
    <img {...size} src={url} alt={name} className={`logo ${className}`} />
  )
  if (!logo) return name
  return (
    <>
      {image(logo, darkLogo ? 'for-light' : 'on-paper')}
      {darkLogo && image(darkLogo, 'for-dark')}
    </>
  )
}

/**
 * 'Sign In', or the menu of the signed-in user (spec sections 1 and 2). Pages are rendered for no particular user, so
 * they contain both. Until the user is loaded, the mark set by before-paint.js decides which one is visible.
 */
function AccountMenu() {
  const { user, isChecking } = useUser()
  return (
    <>
      {!user && (
        <div className="visitors-only hidden sm:block">
          <ButtonLink look="quiet" className="whitespace-nowrap" to={AUTH}>
            {t('Sign In')}
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

const ACCOUNT_ENTRY = 'flex min-h-11 w-full items-center rounded-field px-3 text-left hover:bg-hairline'

/** Links for signed-in users, and sign out (spec section 2). `user` is null until loaded. */
function UserMenu({ user }: { user: User | null }) {
  const logout = useLogout(() => HOME)
  return (
    <Dropdown
      name={user ? `Account menu for ${user.fullName || user.username}` : 'Account'}
      label={<UserIcon />}
      align="right"
    >
      {accountLinks(user).map(([label, to]) => (
        <li key={to}>
          <Link className={ACCOUNT_ENTRY} to={to}>
            {label}
          </Link>
        </li>
      ))}
      <li className="mt-1 border-hairline border-t pt-1">
        <button
          type="button"
          className={ACCOUNT_ENTRY}
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
        >
          {t('Sign Out')}
        </button>
      </li>
    </Dropdown>
  )
}
