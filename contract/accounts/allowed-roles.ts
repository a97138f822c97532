import type { LimitedRole, StaffRole } from './staff-roles.ts'

export function isAllowed(role: StaffRole, roles: readonly LimitedRole[]): boolean {
  return role === 'owner' || roles.includes(role)
}
