import { type FormEvent, useState } from 'react'
import { CUSTOMER_NOTE_MAX } from '#contract/accounts/customers.ts'
import { t } from '#contract/language/language.ts'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { Day } from '../../admin/data-table.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { Editable, May } from '../../admin/permissions.tsx'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { ordersQuery } from '../../orders/admin/queries.ts'
import { DateText, historyLook, StatusBadge } from '../../orders/status.tsx'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingText, Rejection, Skeleton, Spinner } from '../../ui/feedback.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { AccountDetails } from './account-details.tsx'
import { customerQuery, type ListedCustomer, useChangeNote, userQuery } from './queries.ts'

/** One customer, opened next to the list. `edit` in the URL is an account's ID, or a guest's email address. */
export function CustomerSheet() {
  const { read, go } = useAdminAddress()
  const { data: customer, isError, refetch } = useQuery(customerQuery(useApi(), read('edit') ?? ''))
  const title = customer && (customer.account?.username ?? customer.email ?? customer.id)
  return (
    <Sheet isOpen onClose={() => go({ edit: null })} side="right" title={title ?? t('Customer')} isWide>
      {customer && <Details customer={customer} />}
      {!customer && isError && <LoadFailure subject={t('This customer')} onRetry={() => void refetch()} />}
      {!customer && !isError && <Spinner />}
    </Sheet>
  )
}

function Details({ customer }: { customer: ListedCustomer }) {
  const { formatMoney, locale } = useFormats()
  const { email, name, account, orders, spent, lastOrderAt } = customer
  return (
    <div className="space-y-8">
      <div>
        <p>{name ?? t('No name given')}</p>
        {email && (
          <a
            className="wrap-anywhere inline-flex min-h-6 items-center underline underline-offset-4"
            href={`mailto:${email}`}
          >
            {email}
          </a>
        )}
        {!account && <p className="text-muted text-sm">{t('Guest, without an account')}</p>}
      </div>
      <dl className="grid grid-cols-3 gap-x-6 border-hairline border-y py-4">
        <div>
          <dt className="text-muted text-sm">{t('Orders')}</dt>
          <dd className="tabular-nums">{orders.toLocaleString(locale)}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t('Total spent')}</dt>
          <dd className="tabular-nums">{formatMoney(spent)}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t('Last order')}</dt>
          <dd>{lastOrderAt ? <Day time={lastOrderAt} /> : t('None yet')}</dd>
        </div>
      </dl>
      <Note key={customer.note} customer={customer} />
      <CustomerOrders customer={customer} />
      <May use="GET /api/admin/users/:id">{account && <Account id={account.id} />}</May>
    </div>
  )
}

function Note({ customer: { id, note } }: { customer: ListedCustomer }) {
  const [typed, setTyped] = useState(note)
  const change = useChangeNote()
  const { question } = useLeaveGuard(typed !== note)
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ id, note: typed, seen: note })
  }
  return (
    <form onSubmit={save}>
      <Editable by="PUT /api/admin/customers/:id/note">
        <TextArea
          label={t('Note')}
          hint={t('Only admins see it.')}
          rows={3}
          maxLength={CUSTOMER_NOTE_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Rejection>{rejectionMessage(change.error)}</Rejection>
        <Button
          type="submit"
          look="outline"
          className="mt-3"
          isBusy={change.isPending}
          disabled={typed === note}
        >
          {t('Save note')}
        </Button>
      </Editable>
      {question}
    </form>
  )
}

/** The account of a customer, with what admins can change about it. */
function Account({ id }: { id: number }) {
  const { data: user, isError, refetch } = useQuery(userQuery(useApi(), id))
  return (
    <section aria-label={t('Account')}>
      <h3 className="mb-3 text-lg">{t('Account')}</h3>
      {user && <AccountDetails user={user} />}
      {!user && isError && <LoadFailure subject={t('The account')} onRetry={() => void refetch()} />}
      {!user && !isError && <Spinner />}
    </section>
  )
}

const SHOWN = 100

/** The customer's orders, newest first. */
function CustomerOrders({ customer: { id, orders } }: { customer: ListedCustomer }) {
  const { formatMoney } = useFormats()
  const { data, isError, refetch } = useQuery(ordersQuery(useApi(), { customer: id, pageSize: SHOWN }))
  return (
    <section aria-label={t('Orders')}>
      <h3 className="text-lg">{t('Orders')}</h3>
      {isError && <LoadFailure subject={t('The orders')} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="mt-2 text-muted">{t('No orders yet.')}</p>}
      {!data && !isError && <OrderPlaceholders count={orders} />}
      <ul className="mt-2 divide-y divide-hairline">
        {data?.items.map(({ id, createdAt, status, total }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              <Link
                className="inline-flex min-h-6 items-center font-medium tabular-nums underline underline-offset-4"
                to={adminAddress('orders', { edit: id })}
              >
                {id}
              </Link>
              <span className="ml-3 text-muted text-sm">
                <DateText at={createdAt} />
              </span>
            </span>
            <span className="flex items-center gap-3 tabular-nums">
              {formatMoney(total)}
              <StatusBadge look={historyLook(status)} />
            </span>
          </li>
        ))}
      </ul>
      {data && data.total > SHOWN && (
        <p className="text-muted text-sm">{t('And {number} more.', { number: data.total - SHOWN })}</p>
      )}
    </section>
  )
}

/** As high as the orders, so that the account below doesn't move. */
function OrderPlaceholders({ count }: { count: number }) {
  return (
    <div className="mt-2">
      <LoadingText />
      {Array.from({ length: Math.min(count, SHOWN) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move
        <Skeleton key={row} className="my-2 h-17 sm:h-8" />
      ))}
    </div>
  )
}
