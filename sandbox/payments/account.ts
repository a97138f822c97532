import type Stripe from 'stripe'
import { z } from 'zod'
import { type Call, get } from './api/call.ts'

const account: Stripe.Account = {
  id: 'acct_plinth_sandbox',
  object: 'account',
  email: 'owner@plinth-sandbox.example',
  charges_enabled: true,
  details_submitted: true,
  payouts_enabled: true,
  type: 'standard',
}

/** The shop shows the account of its key. */
export const accountCalls: readonly Call[] = [get('/account', z.strictObject({}), () => account)]
