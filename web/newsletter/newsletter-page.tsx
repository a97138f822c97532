import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { NEWSLETTER_OUTCOMES } from '#contract/newsletter/outcomes.ts'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { HOME, NEWSLETTER_CONFIRM, NEWSLETTER_LEAVE } from '../platform/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Outcome } from '../ui/notice.tsx'

/** /newsletter: shows the result of newsletter forms submitted without JavaScript. */
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
      {!outcome?.isGood && <p className="mt-4">You can subscribe with the form at the bottom of any page.</p>}
      <ButtonLink className="mt-6" to={HOME}>
        Continue Shopping
      </ButtonLink>
    </div>
  )
}

/** The page behind the emailed link. Only its button confirms, because email scanners open links. */
export function ConfirmPage() {
  const api = useApi()
  return (
    <LinkPage
      title="Confirm your subscription"
      question="Subscribe to our newsletter for new arrivals and the occasional offer?"
      button="Confirm subscription"
      action={NEWSLETTER_CONFIRM}
      act={(token) => api.call('POST /api/newsletter/confirm', { token })}
      withoutToken={NEWSLETTER_MESSAGES.linkInvalid}
    />
  )
}

/** Target of the link in every newsletter. Email programs unsubscribe there without a page (RFC 8058). */
export function UnsubscribePage() {
  const api = useApi()
  return (
    <LinkPage
      title="Unsubscribe"
      question="Unsubscribe from our newsletter? We’ll also delete your email address."
      button="Unsubscribe"
      action={NEWSLETTER_LEAVE}
      act={(token) => api.call('POST /api/newsletter/unsubscribe', { token })}
      withoutToken={NEWSLETTER_MESSAGES.notSubscribed}
    />
  )
}

type LinkPageProps = {
  title: string
  question: string
  button: string
  /** Target of the plain form. */
  action: string
  act(token: string): Promise<{ message: string }>
  /** Text if the link is incomplete. */
  withoutToken: string
}

function LinkPage({ title, question, button, action, act, withoutToken }: LinkPageProps) {
  const [parameters] = useSearchParams()
  const token = parameters.get('token')
  const acting = useMutation({ mutationFn: act })
  const text = acting.data?.message ?? (token ? undefined : withoutToken)
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page={title} isPrivate />
      <h1 className="mb-6 text-4xl">{title}</h1>
      {text ? (
        <>
          <Outcome>{text}</Outcome>
          <ButtonLink className="mt-6" to={HOME}>
            Continue Shopping
          </ButtonLink>
        </>
      ) : (
        <form
          method="post"
          action={action}
          onSubmit={(event) => {
            event.preventDefault()
            acting.mutate(token ?? '')
          }}
        >
          <p>{question}</p>
          <input type="hidden" name="token" value={token ?? ''} />
          <Button type="submit" className="mt-6" isBusy={acting.isPending}>
            {button}
          </Button>
          {acting.error && (
            <p role="alert" className="mt-4 text-sale">
              {reasonOf(acting.error, 'Something went wrong. Please try again.')}
            </p>
          )}
        </form>
      )}
    </div>
  )
}
