import { t } from '#contract/language/language.ts'
import { reasonOf } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { HOME } from '../platform/paths.ts'
import { useParameters } from '../platform/router/use-router.ts'
import { useMutation } from '../platform/use-query.ts'
import { Button, ButtonLink } from './button.tsx'
import { Outcome } from './feedback.tsx'

type EmailedLinkPageProps = {
  title: string
  question: string
  button: string
  /** Target of the plain form. */
  action: string
  act(token: string): Promise<{ message: string }>
  /** Text shown if the link is incomplete. */
  withoutToken: string
}

/** The target of an emailed link. Only its button acts, because email scanners open links. */
export function EmailedLinkPage({
  title,
  question,
  button,
  action,
  act,
  withoutToken,
}: EmailedLinkPageProps) {
  const parameters = useParameters()
  const token = parameters.get('token')
  const acting = useMutation({ mutationFn: act })
  const text = acting.data?.message ?? (token ? undefined : withoutToken)
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page={title} isPrivate />
      <h1 className="mb-6 type-heading">{title}</h1>
      {text ? (
        <>
          <Outcome>{text}</Outcome>
          <ButtonLink className="mt-6" to={HOME}>
            {t('Continue Shopping')}
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

type OutcomeText = { text: string; isGood: boolean }

/**
 * Returns the result of a form that was submitted without JavaScript.
 * @param code the outcome code in the URL
 * @param more results besides those that every request by email has
 */
export function plainOutcomeOf(
  code: string | null,
  messages: Record<
    'asked' | 'confirmed' | 'unsubscribed' | 'notSubscribed' | 'email' | 'linkInvalid',
    string
  >,
  more: Record<string, OutcomeText> = {},
): OutcomeText | undefined {
  const outcomes = new Map<string | null, OutcomeText>([
    ['asked', { text: messages.asked, isGood: true }],
    ['confirmed', { text: messages.confirmed, isGood: true }],
    ['unsubscribed', { text: messages.unsubscribed, isGood: true }],
    ['not-subscribed', { text: messages.notSubscribed, isGood: true }],
    ['invalid_input', { text: messages.email, isGood: false }],
    ['link_invalid', { text: messages.linkInvalid, isGood: false }],
    [
      'too_many_requests',
      { text: t('Too many attempts. Please wait a while and try again.'), isGood: false },
    ],
    ...Object.entries(more),
  ])
  return outcomes.get(code)
}

export function PlainOutcome({ text, isGood }: OutcomeText) {
  return (
    <p role={isGood ? 'status' : 'alert'} className={isGood ? 'text-lg' : 'warning'}>
      {text}
    </p>
  )
}
