import { t } from '#contract/language/language.ts'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { HOME, NEWSLETTER_CONFIRM, NEWSLETTER_LEAVE } from '../platform/paths.ts'
import { useParameters } from '../platform/router/use-router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmailedLinkPage, PlainOutcome, plainOutcomeOf } from '../ui/emailed-link-page.tsx'

/** /newsletter: shows the result of newsletter forms submitted without JavaScript. */
export function NewsletterPage() {
  const parameters = useParameters()
  const outcome = plainOutcomeOf(parameters.get('outcome'), NEWSLETTER_MESSAGES)
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page="Newsletter" isPrivate />
      <h1 className="mb-6 type-heading">{t('Our newsletter')}</h1>
      {outcome && <PlainOutcome {...outcome} />}
      {!outcome?.isGood && (
        <p className="mt-4">{t('You can subscribe with the form at the bottom of any page.')}</p>
      )}
      <ButtonLink className="mt-6" to={HOME}>
        {t('Continue Shopping')}
      </ButtonLink>
    </div>
  )
}

/** The target of the emailed link. Only its button confirms, because email scanners open links. */
export function ConfirmPage() {
  const api = useApi()
  return (
    <EmailedLinkPage
      title={t('Confirm your subscription')}
      question={t('Subscribe to our newsletter for new arrivals and the occasional offer?')}
      button={t('Confirm subscription')}
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
    <EmailedLinkPage
      title={t('Unsubscribe')}
      question={t('Unsubscribe from our newsletter? We’ll also delete your email address.')}
      button={t('Unsubscribe')}
      action={NEWSLETTER_LEAVE}
      act={(token) => api.call('POST /api/newsletter/unsubscribe', { token })}
      withoutToken={NEWSLETTER_MESSAGES.notSubscribed}
    />
  )
}
