import { Link } from 'react-router'
import { HOME } from '../platform/addresses.ts'

export function Header() {
  return (
    <header className="border-hairline border-b">
      <a className="sr-only focus:not-sr-only" href="#main">
        Skip to content
      </a>
      <div className="mx-auto flex max-w-[1280px] items-center px-4 py-4 md:px-8">
        <Link className="font-serif text-2xl" to={HOME}>
          Plinth
        </Link>
      </div>
    </header>
  )
}
