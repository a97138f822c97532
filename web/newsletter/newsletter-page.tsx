import { useSearchParams } from 'react-router'
import { NEWSLETTER_OUTCOMES } from '#contract/newsletter/outcomes.ts'
import { HOME } from '../platform/addresses.ts'
import { Head } from '../platform/head.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** /newsletter: where the newsletter's forms lead without script, with what came of them. */
export function NewsletterPage() {
  const [parameters] = useSearchParams()
  const outcome = NEWSLETTER_OUTCOMES.get(parameters.get('outcome') ?? '')
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page="Newsletter" isPrivate />
      <h1 className="mb-6 text-4xl">Our newsletter</h1>
      {outcome && (
        <p
          role={outcome.isGood ? 'status' : 'alert'}
          className={outcome.isGood ? 'text-lg' : 'rounded-card border border-sale bg-surface p-4'}
        >
          {outcome.text}
        </p>
      )}
      {!outcome?.isGood && (
        <p className="mt-4">You can subscribe with the form at the end of this page, and of every other.</p>
      )}
      <ButtonLink className="mt-6" to={HOME}>
        Continue Shopping
      </ButtonLink>
    </div>
  )
}
