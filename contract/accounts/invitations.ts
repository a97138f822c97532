import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'
import { Email, Message, Password, Username } from './api.ts'
import { LinkToken } from './mailed-links.ts'
import { OWNERS_ONLY, STAFF_ROLES } from './staff-roles.ts'

const StaffRole = z.enum(STAFF_ROLES)

/** An open invitation, as shown to owners. */
export const Invitation = z.object({
  id: z.int().positive(),
  email: z.string(),
  staffRole: StaffRole,
  /** The username of the owner who sent it. */
  invitedBy: z.string(),
  sentAt: Time,
  expiresAt: Time,
  isExpired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const NewInvitation = z.object({ email: Email, staffRole: StaffRole })
export type NewInvitation = z.output<typeof NewInvitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/admin/staff-invitations',
  access: 'admin',
  staff: OWNERS_ONLY,
  summary: 'List open invitations of the staff, newest first.',
  input: z.object({}),
  response: z.array(Invitation),
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/admin/staff-invitations',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary:
    'Invite a person to the staff by email. The emailed link works once and expires. 409 if the address belongs to the staff, or has an open invitation.',
  input: NewInvitation,
  response: Invitation,
  status: 201,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/staff-invitations/:id/resend',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary: 'Email a new link. The earlier one stops working.',
  input: z.object({ id: RowId }),
  response: Invitation,
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/staff-invitations/:id',
  access: 'admin',
  staff: OWNERS_ONLY,
  summary: 'Revoke an invitation. Its link stops working.',
  input: z.object({ id: RowId }),
  response: z.object({ success: z.literal(true) }),
})

/** POST, since the token must not be in a URL. */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitation',
  access: 'anyone',
  ignoresToken: true,
  summary: 'What an emailed invitation is for, without using it up.',
  input: z.object({ token: LinkToken }),
  response: z.object({
    email: z.string(),
    staffRole: StaffRole,
    /** The account with this email address. An unverified one gets a new password when it joins. */
    account: z.object({ username: z.string(), emailVerified: z.boolean() }).nullable(),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitation/accept',
  access: 'anyone',
  summary:
    'Join the staff with an emailed invitation. Creates an account with the username and password. A verified account with the email address joins if it is signed in, and keeps its password. One that never verified the address joins with a new password, and loses its other ways to sign in. Revokes all sessions of the account.',
  input: z.object({ token: LinkToken, username: Username.optional(), password: Password.optional() }),
  response: Message,
})

export const invitationEndpoints = [
  listInvitations,
  invite,
  resendInvitation,
  revokeInvitation,
  readInvitation,
  acceptInvitation,
] as const
