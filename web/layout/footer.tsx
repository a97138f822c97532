import { Link } from 'react-router'
import { NewsletterForm } from '../newsletter/newsletter-form.tsx'
import {
  ABOUT,
  CONTACT,
  FAQ,
  ORDER_TRACKING,
  PRIVACY,
  RETURNS,
  SHIPPING,
  TERMS,
} from '../platform/addresses.ts'
import { ShopName } from '../settings/shop-info.tsx'

const SERVICE: [label: string, to: string][] = [
  ['Contact Us', CONTACT],
  ['Track Your Order', ORDER_TRACKING],
  ['Shipping', SHIPPING],
  ['Returns', RETURNS],
  ['FAQ', FAQ],
]
const INFORMATION: [label: string, to: string][] = [
  ['About Us', ABOUT],
  ['Privacy Policy', PRIVACY],
  ['Terms & Conditions', TERMS],
]

export function Footer() {
  return (
    <footer className="mt-14 border-hairline border-t bg-surface md:mt-24">
      <div className="mx-auto grid max-w-[1280px] gap-10 px-4 py-12 sm:grid-cols-2 md:px-8 lg:grid-cols-[2fr_1fr_1fr_2fr]">
        <div>
          <p className="font-serif text-2xl">
            <ShopName />
          </p>
          <p className="mt-3 max-w-xs text-muted">
            Premium desk accessories designed for productivity and style.
          </p>
        </div>
        <Links title="Customer Service" links={SERVICE} />
        <Links title="Information" links={INFORMATION} />
        <NewsletterForm />
      </div>
      <p className="border-hairline border-t px-4 py-5 text-center text-muted text-sm">
        © 2025 <ShopName />. All rights reserved.
      </p>
    </footer>
  )
}

function Links({ title, links }: { title: string; links: [label: string, to: string][] }) {
  return (
    <nav aria-label={title}>
      <h2 className="font-medium font-sans text-base">{title}</h2>
      <ul className="mt-2">
        {links.map(([label, to]) => (
          <li key={label}>
            <Link
              className="inline-flex min-h-8 tap items-center text-muted hover:text-ink hover:underline"
              to={to}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
