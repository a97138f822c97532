import { Link } from '../platform/router/link.tsx'
import type { useMenus } from './menus.ts'

export const FOOTER_LINK = 'inline-flex min-h-8 tap items-center text-muted hover:text-ink hover:underline'

/** The columns of links in the footer. */
export function FooterMenu({ columns }: { columns: ReturnType<typeof useMenus>['footer'] }) {
  return columns.map(({ title, links }) => (
    <nav key={title} aria-label={title}>
      <h2 className="text-base">{title}</h2>
      <ul className="mt-2">
        {links.map(([label, to]) => (
          <li key={label}>
            <Link className={FOOTER_LINK} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  ))
}
