import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { CONTACT_MESSAGES, CONTACT_PROBLEMS } from '#contract/contact/rules.ts'
import { CONTACT, FAQ, HOME, ORDER_TRACKING, RETURNS, SHIPPING } from '../platform/addresses.ts'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { shopInfoQuery } from '../settings/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { ContactForm } from './contact-form.tsx'

const SOONER: [label: string, to: string][] = [
  ['Track your order', ORDER_TRACKING],
  ['Shipping', SHIPPING],
  ['Returns', RETURNS],
  ['Frequently asked questions', FAQ],
]

/** /contact. Without script the form comes back here with what came of it in the address. */
export function ContactPage() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const [parameters] = useSearchParams()
  const { key } = useLocation()
  // For this visit of the page: who comes back finds an empty form.
  const [sentOn, setSentOn] = useState<string>()
  const isSent = sentOn === key || parameters.get('sent') === '1'
  const problem = parameters.get('problem')
  return (
    <div className="mx-auto grid w-full max-w-[1000px] gap-12 px-4 py-12 md:grid-cols-[3fr_2fr] md:px-8 md:py-20">
      <Head
        page="Contact Us"
        description="Write to us about an order, a product or anything else; we answer by email."
        canonical={shop && `${shop.publicUrl}${CONTACT}`}
      />
      <div>
        <h1 className="text-4xl">Contact Us</h1>
        {isSent ? (
          <div className="mt-6">
            <Outcome>{CONTACT_MESSAGES.sent}</Outcome>
            <ButtonLink className="mt-6" to={HOME}>
              Continue Shopping
            </ButtonLink>
          </div>
        ) : (
          <>
            <p className="mt-4 mb-8 text-muted">
              Ask us about an order, a product or anything else. We answer by email.
            </p>
            {problem !== null && (
              <p role="alert" className="mb-8 rounded-card border border-sale bg-surface p-4">
                {CONTACT_PROBLEMS.get(problem) ?? 'Your message was not sent. Please try again.'} What you
                wrote is still there if you use your browser’s Back button.
              </p>
            )}
            <ContactForm subject={parameters.get('subject') ?? ''} onSent={() => setSentOn(key)} />
          </>
        )}
      </div>
      <aside aria-labelledby="sooner" className="h-fit rounded-card border border-hairline bg-surface p-6">
        <h2 id="sooner" className="text-2xl">
          Quicker answers
        </h2>
        <ul className="mt-3">
          {SOONER.map(([label, to]) => (
            <li key={to}>
              <Link className="inline-flex min-h-11 items-center underline underline-offset-4" to={to}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {shop && (
          <p className="mt-4 text-muted">
            Or write to{' '}
            <a
              className="wrap-anywhere text-ink underline underline-offset-4"
              href={`mailto:${shop.supportEmail}`}
            >
              {shop.supportEmail}
            </a>
            .
          </p>
        )}
      </aside>
    </div>
  )
}
