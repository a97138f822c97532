import { useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { ORDER_TRACKING } from '../platform/addresses.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFreshOrders } from './queries.ts'

export type TrackingProblems = { orderId?: string; email?: string }
type Typed = { orderId: string; email: string }

/** A GET form: it leads to the address that asks for the order, also where no script runs. */
export function TrackingForm({ typed, problems }: { typed: Typed; problems: TrackingProblems }) {
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(typed)
  const refresh = useFreshOrders()
  const { key } = useLocation()
  const { orderId, email } = typed
  useEffect(() => setFields({ orderId, email }), [orderId, email])
  useEffect(() => {
    // Not when the page was opened: nobody has typed anything yet.
    if (key !== 'default') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [key])
  const field = (name: keyof Typed) => ({
    name,
    value: fields[name],
    error: problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  })
  return (
    <Form
      ref={form}
      action={ORDER_TRACKING}
      noValidate
      preventScrollReset
      className="mt-8 grid gap-4 sm:grid-cols-2 print:hidden"
      onSubmit={() => void refresh()}
    >
      <Field
        label="Order ID"
        placeholder="PL-XXXX-XXXX"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...field('orderId')}
      />
      <Field label="Email Address" type="email" inputMode="email" autoComplete="email" {...field('email')} />
      <div className="sm:col-span-2">
        <Button type="submit">Track Order</Button>
      </div>
    </Form>
  )
}
