import { useState } from 'react'
import { Link } from 'react-router'
import { CartButton } from '../cart/cart-host.tsx'
import { SearchBox } from '../catalog/search-box.tsx'
import { HOME } from '../platform/addresses.ts'
import { loadLater } from '../platform/load-later.ts'
import { ShopName } from '../settings/shop-name.tsx'
import { IconButton } from '../ui/button.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import { OnFirstUse } from '../ui/on-first-use.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CategoriesMenu } from './categories-menu.tsx'
import { DEALS, NEW_ARRIVALS } from './shortcuts.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const MobileMenu = loadLater(async () => (await import('./mobile-menu.tsx')).MobileMenu)

const SHORTCUT = 'inline-flex min-h-11 items-center rounded-field px-3 hover:bg-hairline'

export function Header() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 border-hairline border-b bg-paper">
      <a
        className="sr-only rounded-field bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        href="#main"
      >
        Skip to content
      </a>
      <div className="mx-auto flex max-w-[1280px] flex-wrap items-center gap-x-1 gap-y-2 px-4 py-2 md:flex-nowrap md:gap-x-2 md:px-8 md:py-3">
        <IconButton
          label="Menu"
          aria-haspopup="dialog"
          className="lg:hidden"
          onClick={() => setMenuOpen(true)}
        >
          <MenuIcon />
        </IconButton>
        <Link className="mr-auto font-serif text-2xl tracking-tight md:mr-4" to={HOME}>
          <ShopName />
        </Link>
        <nav aria-label="Shop" className="hidden items-center lg:flex">
          <CategoriesMenu />
          <Link className={SHORTCUT} to={DEALS}>
            Deals
          </Link>
          <Link className={`${SHORTCUT} whitespace-nowrap`} to={NEW_ARRIVALS}>
            New Arrivals
          </Link>
        </nav>
        <div className="order-last w-full md:order-none md:mx-2 md:w-auto md:grow">
          <SearchBox />
        </div>
        <ThemeSwitch />
        <AccountMenu />
        <CartButton />
      </div>
      <OnFirstUse isWanted={isMenuOpen}>
        <MobileMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      </OnFirstUse>
    </header>
  )
}
