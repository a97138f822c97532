import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ContactMessage } from '#contract/contact/api.ts'
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_MESSAGES,
  CONTACT_NAME_MAX,
  CONTACT_NAME_MIN,
  CONTACT_PROBLEMS,
  CONTACT_SUBJECT_MAX,
} from '#contract/contact/rules.ts'
import { t } from '#contract/language/language.ts'
import { useUser } from '../accounts/queries.ts'
import { FAQ, RETURNS } from '../pages/paths.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { CONTACT, HOME, ORDER_TRACKING, SHIPPING } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useLocation, useParameters } from '../platform/router/use-router.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { businessQuery } from '../settings/business.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Outcome } from '../ui/feedback.tsx'
import { Field, HoneypotField, TextArea } from '../ui/field.tsx'
import { Trans } from '../ui/trans.tsx'
import { useHasScript } from '../ui/use-has-script.ts'

const SOONER: [label: string, to: string][] = [
  ['Track your order', ORDER_TRACKING],
  ['Shipping', SHIPPING],
  ['Returns', RETURNS],
  ['Frequently asked questions', FAQ],
]

/** /contact. Without JavaScript, the form returns here with the result in the URL. */
export function ContactPage() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const { data: business = [] } = useQuery(businessQuery(useApi()))
  const parameters = useParameters()
  const { key } = useLocation()
  // Applies only to this visit of the page. Later visits show an empty form.
  const [sentOn, setSentOn] = useState<string>()
  const isSent = sentOn === key || parameters.get('sent') === '1'
  const problem = parameters.get('problem')
  return (
    <div className="mx-auto grid w-full max-w-[1000px] gap-12 px-4 py-12 md:grid-cols-[3fr_2fr] md:px-8 md:py-20">
      <Head
        page="Contact Us"
        description={t('Ask us about an order, a product, or anything else. We’ll reply by email.')}
        canonical={shop && `${shop.publicUrl}${CONTACT}`}
      />
      <div>
        <h1 className="type-heading">{t('Contact Us')}</h1>
        {isSent ? (
          <div className="mt-6">
            <Outcome>{CONTACT_MESSAGES.sent}</Outcome>
            <ButtonLink className="mt-6" to={HOME}>
              {t('Continue Shopping')}
            </ButtonLink>
          </div>
        ) : (
          <>
            <p className="mt-4 mb-8 text-muted">
              {t('Ask us about an order, a product, or anything else. We’ll reply by email.')}
            </p>
            {problem !== null && (
              <p role="alert" className="mb-8 warning">
                {CONTACT_PROBLEMS.get(problem) ?? t('Your message wasn’t sent. Please try again.')} To get
                your text back, use your browser’s Back button.
              </p>
            )}
            <ContactForm subject={parameters.get('subject') ?? ''} onSent={() => setSentOn(key)} />
          </>
        )}
      </div>
      <aside aria-labelledby="sooner" className="h-fit border-hairline md:border-l md:pl-8">
        <h2 id="sooner" className="type-title">
          {t('Quick answers')}
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
            <Trans
              text="Or email <address/>."
              parts={{
                address: (
                  <a
                    className="wrap-anywhere text-ink underline underline-offset-4"
                    href={`mailto:${shop.supportEmail}`}
                  >
                    {shop.supportEmail}
                  </a>
                ),
              }}
            />
          </p>
        )}
        {business.length > 0 && (
          <address className="mt-4 whitespace-pre-line text-muted not-italic">{business.join('\n')}</address>
        )}
      </aside>
    </div>
  )
}

/** A plain form without JavaScript. The text stays in the form if sending fails. */
function ContactForm({ subject, onSent }: { subject: string; onSent(): void }) {
  const api = useApi()
  const hasScript = useHasScript()
  const send = useMutation({
    mutationFn: (message: ContactMessage) => api.call('POST /api/contact', message),
    onSuccess: onSent,
  })
  const { register, handleSubmit, formState, getValues, setValue } = useForm({
    // No default values: they would overwrite text typed before the script loaded.
    resolver: zodResolver(ContactMessage),
  })
  const { user } = useUser()
  useEffect(() => {
    if (!user) return
    if (!getValues('name')) setValue('name', user.fullName ?? '')
    if (!getValues('email')) setValue('email', user.email)
  }, [user, getValues, setValue])

  const { errors } = formState
  return (
    <form
      method="post"
      action={CONTACT}
      noValidate={hasScript}
      aria-label={t('Contact')}
      className="space-y-5"
      onSubmit={handleSubmit((message) => send.mutate(message))}
    >
      <Field
        label={t('Name')}
        autoComplete="name"
        required
        minLength={CONTACT_NAME_MIN}
        maxLength={CONTACT_NAME_MAX}
        error={errors.name?.message}
        {...register('name')}
      />
      <Field
        label={t('Email')}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label={t('Subject or order ID (optional)')}
        maxLength={CONTACT_SUBJECT_MAX}
        defaultValue={subject.slice(0, CONTACT_SUBJECT_MAX)}
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label={t('Message')}
        rows={8}
        required
        minLength={CONTACT_MESSAGE_MIN}
        maxLength={CONTACT_MESSAGE_MAX}
        error={errors.message?.message}
        {...register('message')}
      />
      <HoneypotField {...register('leaveEmpty')} />
      {send.error && (
        <p role="alert" className="text-sale">
          {reasonOf(send.error, 'Your message wasn’t sent. Please try again.')}
        </p>
      )}
      <Button type="submit" isBusy={send.isPending}>
        {t('Send message')}
      </Button>
    </form>
  )
}
