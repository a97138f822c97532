import { t } from '#contract/language/language.ts'
import { ALL_CATEGORIES } from '#contract/pages/menus.ts'
import { useLogout, useUser } from '../accounts/queries.ts'
import { addressOf, PRODUCTS_ANCHOR } from '../catalog/filters.ts'
import { useOfferedCategories } from '../catalog/queries.ts'
import { AUTH, HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { accountLinks } from './links.ts'
import { useMenus } from './menus.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const ENTRY = 'flex min-h-11 w-full items-center rounded-field px-3 text-left text-lg hover:bg-hairline'

/** The hamburger menu (spec section 1). */
export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { categories = [] } = useOfferedCategories()
  const { header } = useMenus()
  const categoriesLabel = header.find(([, to]) => to === ALL_CATEGORIES)?.[0]
  const { user } = useUser()
  const logout = useLogout(() => HOME)
  const entry = (to: string, label: string) => (
    <li key={to}>
      <Link className={ENTRY} to={to} onClick={onClose}>
        {label}
      </Link>
    </li>
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('Menu')} side="left">
      <nav aria-label={t('Menu')}>
        {categoriesLabel !== undefined && categories.length > 0 && (
          <>
            <h3 className="px-3 pb-1 text-muted text-sm">{categoriesLabel}</h3>
            <ul className="mb-4 border-hairline border-b pb-4">
              {categories.map(({ id, name }) =>
                entry(addressOf({ categoryId: String(id) }, PRODUCTS_ANCHOR), name),
              )}
            </ul>
          </>
        )}
        <ul>{header.map(([label, to]) => to !== ALL_CATEGORIES && entry(to, label))}</ul>
        <ul className="mt-4 border-hairline border-t pt-4">
          {user && accountLinks(user).map(([label, to]) => entry(to, label))}
          {user ? (
            <li>
              <button
                type="button"
                className={ENTRY}
                disabled={logout.isPending}
                onClick={() => logout.mutate()}
              >
                {t('Sign Out')}
              </button>
            </li>
          ) : (
            entry(AUTH, 'Sign In / Sign Up')
          )}
        </ul>
        <ThemeSwitch className="mt-4 px-3" />
      </nav>
    </Sheet>
  )
}
