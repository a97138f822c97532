import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { moment } from '../../layout.ts'
import { formatAmount } from '../money.ts'

/** The style of the dashboard's own parts; browsers take a stylesheet in the body too. */
export const dashboardStyle = html`<link rel="stylesheet" href="/payments/dashboard.css">`

export function momentOf(seconds: number): Html {
  return moment(new Date(seconds * 1000).toISOString())
}

export function amountOf({ amount, currency }: { amount: number; currency: string }): string {
  return formatAmount(amount, currency)
}

/** `requires_payment_method` reads as 'requires payment method'. */
export function statusOf({ status }: { status: string | null }): Html {
  return html`<span class="status ${status}">${(status ?? 'unknown').replaceAll('_', ' ')}</span>`
}

export function cardOf(charge: Stripe.Charge): string {
  const card = charge.payment_method_details?.card
  return card ? `${card.brand} •••• ${card.last4}` : 'no card'
}
