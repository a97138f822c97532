import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money, RowId, Time } from '../text.ts'
import { Role } from './api.ts'
import { ALL_STAFF, OWNERS_ONLY, STAFF_ROLES, type StaffRole } from './staff-roles.ts'

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
  /** Null for a customer. */
  staffRole: z.enum(STAFF_ROLES).nullable(),
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

export type UserChanges = { role?: Role; staffRole?: StaffRole; isBlocked?: boolean }

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  staff: OWNERS_ONLY,
  summary: 'List users in pages, newest first. X-Total-Count is the number of matches.',
  input: UserQuery,
  response: z.array(ListedUser),
})

export const getListedUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  staff: ['manager', 'support', 'read-only'],
  summary: 'One user.',
  input: z.object({ id: RowId }),
  response: ListedUser,
})

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  access: 'admin',
  staff: ['manager', 'support'],
  staffFields: { manager: ['id', 'isBlocked'], support: ['id', 'isBlocked'] },
  summary:
    "Promote, demote, block, or unblock a user, or give a member of the staff another role. The last owner can't be demoted or blocked. Only owners can block staff.",
  input: z
    .object({
      id: RowId,
      role: Role.optional(),
      /** If omitted, a user who becomes an admin is an owner. */
      staffRole: z.enum(STAFF_ROLES).optional(),
      isBlocked: z.boolean().optional(),
    })
    .refine(
      ({ role, staffRole, isBlocked }) => (role ?? staffRole ?? isBlocked) !== undefined,
      'Nothing to change',
    ),
  response: ListedUser,
})

/** Pages show the signed-in admin only what this lists. */
export const getPermissions = endpoint({
  method: 'GET',
  path: '/api/admin/permissions',
  access: 'admin',
  staff: ALL_STAFF,
  summary:
    "The signed-in admin's role, the endpoints that it may use, and the fields that it may send to them.",
  input: z.object({}),
  response: z.object({
    staffRole: z.enum(STAFF_ROLES),
    /** For example, 'POST /api/admin/products'. */
    endpoints: z.array(z.string()),
    /** The only fields that the role may send to an endpoint. An endpoint without a list accepts all. */
    fields: z.record(z.string(), z.array(z.string())),
  }),
})

export const userEndpoints = [getPermissions, listUsers, getListedUser, changeUser] as const
