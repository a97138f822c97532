import { z } from 'zod'
import { SavedAddress } from '../address-book/api.ts'
import { endpoint } from '../http.ts'
import { OwnOrder } from '../orders/api.ts'
import { Review } from '../reviews/api.ts'
import { Time } from '../text.ts'
import { User } from './api.ts'
import { Passkey } from './passkeys.ts'
import { PASSWORD_MAX } from './rules.ts'
import { Session } from './sessions.ts'

/** All data the shop stores about a user. */
export const MyData = z.object({
  exportedAt: Time,
  user: User,
  signIns: z.array(Session),
  passkeys: z.array(Passkey),
  addresses: z.array(SavedAddress.shape.address),
  favorites: z.array(z.object({ productId: z.int().positive(), name: z.string() })),
  cart: z.array(z.object({ productId: z.int().positive(), name: z.string(), quantity: z.int().positive() })),
  reviews: z.array(Review),
  orders: z.array(OwnOrder),
  /** The subscription, or null if there is none or the email address isn't verified (it may belong to someone else). */
  newsletter: z.object({ email: z.string(), confirmedAt: Time }).nullable(),
  /** Requests for back-in-stock emails. Omitted if there are none or the email address isn't verified. */
  backInStock: z
    .array(
      z.object({
        email: z.string(),
        productId: z.int().positive(),
        name: z.string(),
        variant: z.string().nullable(),
        requestedAt: Time,
      }),
    )
    .optional(),
  /** The shop's note about the customer. Omitted if there is none or the email address isn't verified. */
  note: z.string().optional(),
})
export type MyData = z.infer<typeof MyData>

export const getMyData = endpoint({
  method: 'GET',
  path: '/api/auth/my-data',
  access: 'signed-in',
  isCostly: true,
  summary: 'Download all of your data as JSON.',
  input: z.object({}),
  response: MyData,
})

/** POST, because the password must not be in the URL, and some clients can't send a body with DELETE. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/delete-account',
  access: 'signed-in',
  summary: 'Delete your account. Lists the deleted data, and the retained data with reasons.',
  input: z.object({ password: z.string().max(PASSWORD_MAX) }),
  response: z.object({
    erased: z.array(z.string()),
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
  }),
})

export const myDataEndpoints = [getMyData, deleteAccount] as const
