import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { CART, FAVORITES, HOME, ORDERS, PROFILE } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useLocation } from '../platform/router/use-router.ts'
import { useLogout } from './queries.ts'

const ENTRY =
  'flex min-h-11 items-center px-3 text-left max-[400px]:px-2 hover:underline hover:underline-offset-4 lg:w-full lg:border-l-2 lg:border-hairline aria-[current=page]:font-medium lg:aria-[current=page]:border-ink'

const LINKS: [label: string, to: string][] = [
  ['Profile', PROFILE],
  ['Orders', ORDERS],
  ['Favorites', FAVORITES],
  ['Cart', CART],
]

/** The frame of a customer's own pages: links on the side, with the current page marked (spec section 2). */
export function AccountLayout({ children }: { children: ReactNode }) {
  const logout = useLogout(() => HOME)
  const { pathname } = useLocation()
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 py-8 md:px-8 lg:grid-cols-[200px_1fr] lg:gap-16 lg:py-16">
      <nav aria-label={t('Account')}>
        <ul className="-mx-3 flex flex-wrap max-[400px]:-mx-2 lg:mx-0 lg:block">
          {LINKS.map(([label, to]) => (
            <li key={to}>
              <Link className={ENTRY} to={to} aria-current={pathname === to ? 'page' : undefined}>
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
              {t('Logout')}
            </button>
          </li>
        </ul>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** A part of an account page, below a hairline. On a wide screen, its title is next to its content. */
export function AccountSection({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note?: string
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="border-hairline border-t py-8 first-of-type:border-t-0 first-of-type:pt-2 md:grid md:grid-cols-[1fr_2fr] md:gap-12"
    >
      <div className="max-md:mb-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {note && <p className="mt-1 text-muted text-sm">{note}</p>}
      </div>
      <div className="min-w-0 max-w-xl space-y-4">{children}</div>
    </section>
  )
}
