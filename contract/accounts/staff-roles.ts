/** The roles of the staff (docs/decisions/0087-staff-roles.md). Doesn't import zod, so pages can load it early. */
export const STAFF_ROLES = ['owner', 'manager', 'fulfillment', 'support', 'read-only'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The roles that an endpoint names. The owner may use every endpoint. */
export type LimitedRole = Exclude<StaffRole, 'owner'>

export const ALL_STAFF = ['manager', 'fulfillment', 'support', 'read-only'] as const
/** For changes that only owners make: staff, keys, payments, and taxes. */
export const OWNERS_ONLY = [] as const

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  fulfillment: 'Fulfillment',
  support: 'Support',
  'read-only': 'Read-only',
}

/** Describes each role for the owner who chooses one. */
export const ROLE_SUMMARIES: Readonly<Record<StaffRole, string>> = {
  owner: 'Everything, including staff, taxes, payments, and keys.',
  manager: 'Everything except staff, taxes, payments, and keys.',
  fulfillment: 'Orders, shipping, and stock. No refunds.',
  support: 'Orders, customers, returns, and reviews. No refunds.',
  'read-only': 'Sees almost everything, changes nothing, and exports nothing.',
}

const GROUPS: Readonly<Record<StaffRole, string>> = {
  owner: 'owners',
  manager: 'managers',
  fulfillment: 'fulfillment staff',
  support: 'support staff',
  'read-only': 'read-only staff',
}

/** Says who may do something: 'Only owners and managers can do this.' */
export function whoMay(roles: readonly LimitedRole[], what = 'do this'): string {
  const groups = STAFF_ROLES.filter((role) => role === 'owner' || roles.includes(role)).map(
    (role) => GROUPS[role],
  )
  const last = groups.at(-1) ?? ''
  const names = groups.length < 3 ? groups.join(' and ') : `${groups.slice(0, -1).join(', ')}, and ${last}`
  return `Only ${names} can ${what}.`
}
