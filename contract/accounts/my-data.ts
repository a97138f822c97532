import { z } from 'zod'
import { endpoint } from '../http.ts'
import { OwnOrder } from '../orders/api.ts'
import { Review } from '../reviews/api.ts'
import { Time } from '../text.ts'
import { User } from './api.ts'
import { Passkey } from './passkeys.ts'
import { PASSWORD_MAX } from './rules.ts'
import { SignIn } from './sessions.ts'

/** Everything that the shop knows about somebody. */
export const MyData = z.object({
  exportedAt: Time,
  user: User,
  signIns: z.array(SignIn),
  passkeys: z.array(Passkey),
  favorites: z.array(z.object({ productId: z.int().positive(), name: z.string() })),
  cart: z.array(z.object({ productId: z.int().positive(), name: z.string(), quantity: z.int().positive() })),
  reviews: z.array(Review),
  orders: z.array(OwnOrder),
  /** Null without a subscription; null too while the address is not verified, for it may be somebody else's. */
  newsletter: z.object({ email: z.string(), confirmedAt: Time }).nullable(),
})
export type MyData = z.infer<typeof MyData>

export const getMyData = endpoint({
  method: 'GET',
  path: '/api/auth/my-data',
  access: 'signed-in',
  summary: "Download one's own data as JSON.",
  input: z.object({}),
  answer: MyData,
})

/** POST, since the password must travel in a body, which DELETE has not everywhere, and never in an address. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/delete-account',
  access: 'signed-in',
  summary: "Erase one's account; the answer says what was erased, and what is kept and why.",
  input: z.object({ password: z.string().max(PASSWORD_MAX) }),
  answer: z.object({
    erased: z.array(z.string()),
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
  }),
})

export const myDataEndpoints = [getMyData, deleteAccount] as const
