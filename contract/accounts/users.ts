import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money, RowId, Time } from '../text.ts'
import { Role } from './api.ts'

const USERS_PAGE_SIZE = 20
const USERS_PAGE_SIZE_MAX = 100

/** A user as shown to admins. */
export const ListedUser = z.object({
  id: z.int().positive(),
  username: z.string(),
  /** Null after another user has proven that the email address is theirs. */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  fullName: z.string().nullable(),
  role: Role,
  isBlocked: z.boolean(),
  /** Whether two-factor authentication is on. */
  hasSecondFactor: z.boolean(),
  createdAt: Time,
  /** Last use of any active session. */
  lastUsedAt: Time.nullable(),
  /** Number of paid orders. */
  orders: z.int().nonnegative(),
  /** Total paid for those orders, less refunds. */
  spent: Money,
})
export type ListedUser = z.infer<typeof ListedUser>

export const UserQuery = z.object({
  /** Part of a username, email address, or full name. */
  search: z.string().trim().max(200).optional(),
  role: Role.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(USERS_PAGE_SIZE_MAX).default(USERS_PAGE_SIZE),
})
export type UserQuery = z.output<typeof UserQuery>

export type UserChanges = { role?: Role; isBlocked?: boolean }

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'List users in pages, newest first. X-Total-Count is the number of matches.',
  input: UserQuery,
  response: z.array(ListedUser),
})

export const getListedUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'One user.',
  input: z.object({ id: RowId }),
  response: ListedUser,
})

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: "Promote, demote, block, or unblock a user. The last admin can't be demoted or blocked.",
  input: z
    .object({ id: RowId, role: Role.optional(), isBlocked: z.boolean().optional() })
    .refine(({ role, isBlocked }) => role !== undefined || isBlocked !== undefined, 'Nothing to change'),
  response: ListedUser,
})

export const userEndpoints = [listUsers, getListedUser, changeUser] as const
