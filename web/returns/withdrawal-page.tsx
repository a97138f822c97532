import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { REJECTED_FORM, type RejectedForm } from '#contract/page-forms.ts'
import { KEEPS_ALL, RETURN_MESSAGES, WITHDRAWAL, WITHDRAWN_BY_MAX } from '#contract/returns/rules.ts'
import { RejectedNote, useForgetRejectedForm, useRejectedForm } from '../accounts/rejected-form.tsx'
import { useOrderIdExample } from '../orders/order-id-example.ts'
import { type TrackedOrder, trackedQuery } from '../orders/queries.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { CONTACT, HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useParameters } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Trans } from '../ui/trans.tsx'

/**
 * /withdrawal (Directive 2011/83/EU, article 11a). Plain forms, so it works without JavaScript. The input is never in
 * a URL, so neither logs nor the browser's history have it.
 */
export function WithdrawalPage() {
  const parameters = useParameters()
  const statement = readStatement(useQueryClient())
  const sent = [useRejectedForm('statement'), useRejectedForm('withdrawal')].find((form) => form !== null)
  useForgetRejectedForm()
  // The link in an email has the order ID.
  const typed = { name: '', email: '', orderId: parameters.get('orderId') ?? '', ...sent?.values }
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-8 md:py-16">
      <Head page="Withdraw from contract" isPrivate />
      <h1 className="type-heading">{t('Withdraw from contract')}</h1>
      {parameters.get('outcome') === 'done' ? (
        <Done />
      ) : statement ? (
        <ConfirmationForm statement={statement} keepsAll={sent?.values.step === KEEPS_ALL} />
      ) : (
        <>
          <p className="mt-2 text-muted">
            {t('You don’t need to give a reason. You’ll confirm in the next step.')}
          </p>
          {sent?.message && sent.errors.length === 0 && (
            <div className="mt-4">
              <RejectedNote rejected={sent} />
            </div>
          )}
          <StatementForm typed={typed} problems={sent?.errors} />
        </>
      )}
      <p className="mt-10 text-muted">
        <Trans
          text="Do you need help? <link>Contact support</link>"
          parts={{ link: <Link to={CONTACT} className="text-ink underline underline-offset-4" /> }}
        />
      </p>
    </div>
  )
}

type Statement = { name: string; orderId: string; email: string }

/** Returns the first step's fields if they are accepted, or null. */
export function readStatement(queryClient: QueryClient): Statement | null {
  const sent = queryClient.getQueryData<RejectedForm>(REJECTED_FORM)
  if (sent?.message !== '' || !sent.values.step) return null
  const { name = '', orderId = '', email = '' } = sent.values
  return { name, orderId, email }
}

/** The first step. */
function StatementForm({
  typed,
  problems = [],
}: {
  typed: Statement
  problems?: RejectedForm['errors'] | undefined
}) {
  const example = useOrderIdExample()
  const field = (name: keyof Statement) => ({
    name,
    defaultValue: typed[name],
    error: problems.find(({ path }) => path === name)?.message,
  })
  return (
    <form method="post" action={`${WITHDRAWAL}?form=statement`} noValidate className="mt-4 grid gap-4">
      <Field label={t('Your name')} autoComplete="name" maxLength={WITHDRAWN_BY_MAX} {...field('name')} />
      <Field
        label={t('Order ID')}
        placeholder={example}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        hint={t('You’ll find it in your confirmation email.')}
        {...field('orderId')}
      />
      <Field
        label={t('Email Address')}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={t('The one of the order. We’ll send the confirmation there.')}
        {...field('email')}
      />
      <div>
        <Button type="submit">{t('Continue')}</Button>
      </div>
    </form>
  )
}

/** The second step: which items, and the button that withdraws. */
function ConfirmationForm({ statement, keepsAll }: { statement: Statement; keepsAll: boolean }) {
  const { name, ...proof } = statement
  const { data } = useQuery(trackedQuery(useApi(), proof))
  if (!data) return null
  const { order, problem } = data
  const obstacle = order ? obstacleOf(order) : problem
  if (!order || obstacle)
    return (
      <>
        <p role="alert" className="mt-6 warning">
          {obstacle}
        </p>
        <StatementForm typed={statement} />
      </>
    )
  return (
    <form method="post" action={`${WITHDRAWAL}?form=withdrawal`} className="mt-6 grid gap-4">
      {keepsAll && (
        <p role="alert" className="warning">
          {RETURN_MESSAGES.keepsAll}
        </p>
      )}
      <p>
        {t('I, {name}, withdraw from the contract for order {id}. The confirmation goes to {email}.', {
          name,
          id: order.id,
          email: proof.email,
        })}
      </p>
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="email" value={proof.email} />
      {order.items
        .filter(({ returnable }) => returnable > 0)
        .map(({ id, product, variant, returnable }) => (
          <Select
            key={id}
            label={lineName(product.name, variant)}
            name={`item-${id}`}
            defaultValue={returnable}
          >
            {Array.from({ length: returnable + 1 }, (_, quantity) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the quantity is what the choice means
              <option key={quantity} value={quantity}>
                {quantity === 0
                  ? t('Keep')
                  : t('Withdraw {quantity} of {returnable}', { quantity, returnable })}
              </option>
            ))}
          </Select>
        ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t('Confirm withdrawal')}</Button>
        <Button type="submit" look="outline" name="back" value="yes">
          {t('Back')}
        </Button>
      </div>
    </form>
  )
}

/** Returns why the order can't be withdrawn from, or null. */
function obstacleOf({ items, returnDays, returnUntil, status }: TrackedOrder): string | null {
  const isOver = returnUntil !== null && Date.parse(returnUntil) < Date.now()
  if (isOver) return RETURN_MESSAGES.tooLate(returnDays)
  const isOpen = status !== 'pending' && status !== 'cancelled'
  return isOpen && items.some(({ returnable }) => returnable > 0) ? null : RETURN_MESSAGES.nothingLeft
}

function Done() {
  return (
    <>
      <p role="status" className="mt-6">
        {t('We received your withdrawal, and emailed you a confirmation with the date and time.')}
      </p>
      <ButtonLink className="mt-8" to={HOME}>
        {t('Return to Homepage')}
      </ButtonLink>
    </>
  )
}
