import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { TrackingQuery } from '#contract/orders/api.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ApiError } from '../../platform/api.ts'
import { useApi } from '../../platform/api-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { trackedLook } from '../status.ts'
import { StatusBadge } from '../status-badge.tsx'

const FAILED = 'Failed to track order. Please check your details and try again.'

/** The tracking form of the admin (contract section 0): what a customer sees for an order ID and an e-mail address. */
export function TrackOrder() {
  const api = useApi()
  const { addressWith } = useAdminAddress()
  const [typed, setTyped] = useState({ orderId: '', email: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const track = useMutation({
    mutationFn: (query: TrackingQuery) => api.call('POST /api/orders/track', query),
    onError: (error) => showToast('Error', problemOf(error), { isDestructive: true }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = TrackingQuery.safeParse(typed)
    const issues = read.error?.issues ?? []
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]).reverse()))
    if (read.success) track.mutate(read.data)
  }
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <section
      aria-labelledby="track-order"
      className="mt-10 max-w-2xl rounded-card border border-hairline bg-surface p-5"
    >
      <h2 id="track-order" className="text-2xl">
        Track Order
      </h2>
      <form noValidate onSubmit={submit} className="mt-3 grid items-start gap-3 sm:grid-cols-2">
        <Field label="Order ID" placeholder="PL-XXXX-XXXX" autoComplete="off" {...field('orderId')} />
        <Field label="Email Address" type="email" autoComplete="off" {...field('email')} />
        <div>
          <Button type="submit" look="outline" isBusy={track.isPending}>
            Track Order
          </Button>
        </div>
      </form>
      {track.error && (
        <p role="alert" className="mt-3 text-sale">
          {problemOf(track.error)}
        </p>
      )}
      {track.data && (
        <p role="status" className="mt-4 flex flex-wrap items-center gap-3">
          <StatusBadge look={trackedLook(track.data.status)} />
          <Link
            className="underline underline-offset-4"
            to={addressWith({ edit: track.data.id })}
            preventScrollReset
          >
            Open order {track.data.id}
          </Link>
        </p>
      )}
    </section>
  )
}

function problemOf(error: Error): string {
  return (error instanceof ApiError && error.serverMessage) || FAILED
}
