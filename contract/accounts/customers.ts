import { z } from 'zod'
import { ADMIN_PAGE_SIZE } from '../catalog/rules.ts'
import { endpoint } from '../http.ts'
import { Money, shownText, Time } from '../text.ts'
import { Role } from './api.ts'

export const CUSTOMER_NOTE_MAX = 2000

export const CUSTOMER_MESSAGES = {
  notFound: 'Customer not found',
  note: `A note has at most ${CUSTOMER_NOTE_MAX} characters`,
  noteChanged: 'Another admin changed this note in the meantime. Review it and save again.',
} as const

/** A person with an account or a paid order. Orders of a guest belong to the account with the same email address. */
export const ListedCustomer = z.object({
  /** The account's ID, or a guest's email address in lower case. */
  id: z.string(),
  /** Null for an account whose email address turned out to be another user's. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** Null for a guest. */
  account: z
    .object({ id: z.int().positive(), username: z.string(), role: Role, isBlocked: z.boolean() })
    .nullable(),
  /** Number of paid orders. */
  orders: z.int().nonnegative(),
  /** Total paid for those orders, less refunds. */
  spent: Money,
  lastOrderAt: Time.nullable(),
  /** The shop's note about the customer, which customers never see. Empty if there is none. */
  note: z.string(),
})
export type ListedCustomer = z.infer<typeof ListedCustomer>

const CUSTOMER_COLUMNS = ['last', 'orders', 'spent'] as const
const CUSTOMER_SORTS = CUSTOMER_COLUMNS.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const)

const filters = {
  /** Part of an email address, a name, or a username. */
  search: z.string().trim().max(200).optional(),
  kind: z.enum(['guest', 'account']).optional(),
}

export const CustomerFilters = z.object(filters)
export type CustomerFilters = z.output<typeof CustomerFilters>

export const CustomerQuery = z.object({
  ...filters,
  sort: z.enum(CUSTOMER_SORTS).default('last_desc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(ADMIN_PAGE_SIZE),
})
export type CustomerQuery = z.output<typeof CustomerQuery>

const CustomerId = z.string().trim().toLowerCase().min(1).max(254)

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers',
  access: 'admin',
  staff: ['manager', 'support', 'read-only'],
  summary: 'List all buyers and accounts in pages, last order first. X-Total-Count is the number of matches.',
  input: CustomerQuery,
  response: z.array(ListedCustomer),
})

export const exportCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers/export',
  access: 'admin',
  staff: ['manager', 'support'],
  needsProof: true,
  summary: 'Export the matching customers as a CSV file. Recorded in the audit log.',
  input: CustomerFilters,
  response: z.string(),
  media: 'text/csv',
})

export const getCustomer = endpoint({
  method: 'GET',
  path: '/api/admin/customers/:id',
  access: 'admin',
  staff: ['manager', 'support', 'read-only'],
  summary: "One customer, by the account's ID or by email address.",
  input: z.object({ id: CustomerId }),
  response: ListedCustomer,
})

export const changeCustomerNote = endpoint({
  method: 'PUT',
  path: '/api/admin/customers/:id/note',
  access: 'admin',
  staff: ['manager', 'support'],
  summary: 'Replace the note about a customer. 409 if it is no longer the one in `seen`.',
  input: z.object({
    id: CustomerId,
    note: shownText({
      min: 0,
      tooShort: CUSTOMER_MESSAGES.note,
      max: CUSTOMER_NOTE_MAX,
      tooLong: CUSTOMER_MESSAGES.note,
    }),
    seen: z.string().max(CUSTOMER_NOTE_MAX),
  }),
  response: ListedCustomer,
})

export const customerEndpoints = [listCustomers, exportCustomers, getCustomer, changeCustomerNote] as const
