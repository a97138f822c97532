import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { endpoint } from '../http.ts'
import { isOneLine, ONE_LINE, Time, textLine } from '../text.ts'
import {
  ACCOUNT_MESSAGES,
  FULL_NAME_MAX,
  FULL_NAME_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_CHARACTERS,
  USERNAME_DOUBLES,
  USERNAME_MAX,
  USERNAME_MIN,
} from './rules.ts'
import { STAFF_ROLES } from './staff-roles.ts'

export const Role = z.enum(['customer', 'admin'])
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: z.int().positive(),
  username: z.string(),
  email: z.string(),
  /** Whether a link emailed to this address was opened. */
  emailVerified: z.boolean(),
  /** A new email address, which takes effect once its link is opened. */
  pendingEmail: z.string().nullable(),
  /** Whether the account's owner confirmed the request for `pendingEmail` and its link was emailed. */
  pendingEmailConfirmed: z.boolean(),
  fullName: z.string().nullable(),
  role: Role,
  /** Omitted for customers. */
  staffRole: z.enum(STAFF_ROLES).optional(),
  /** Whether the password is still the one generated at the first start. */
  mustChangePassword: z.boolean(),
  /** Omitted unless the shop requires a second factor of its staff, and this session has none. */
  needsSecondFactor: z.literal(true).optional(),
  createdAt: Time,
  photoURL: z.string().nullable(),
})
export type User = z.infer<typeof User>

/** A new session. Send the token in the Authorization header of later requests: `Bearer …`. */
export const SignedIn = z.object({ token: z.string(), user: User })
export type SignedIn = z.infer<typeof SignedIn>

export const Message = z.object({ message: z.string() })

const SignInName = z
  .string()
  .trim()
  .min(USERNAME_MIN, ACCOUNT_MESSAGES.usernameLength)
  .max(USERNAME_MAX, ACCOUNT_MESSAGES.usernameLength)
  .regex(USERNAME_CHARACTERS, ACCOUNT_MESSAGES.usernameCharacters)

export const Username = SignInName.refine(
  (name) => !USERNAME_DOUBLES.test(name),
  ACCOUNT_MESSAGES.usernameDoubles,
)

export const Email = emailAddress(ACCOUNT_MESSAGES.email)

/** Any characters; never trimmed. */
export const Password = z
  .string()
  .min(PASSWORD_MIN, ACCOUNT_MESSAGES.password)
  .max(PASSWORD_MAX, ACCOUNT_MESSAGES.passwordTooLong)

/** An empty string means no name. */
const FullName = textLine()
  .max(FULL_NAME_MAX, ACCOUNT_MESSAGES.fullNameTooLong)
  .refine((name) => name === '' || name.length >= FULL_NAME_MIN, ACCOUNT_MESSAGES.fullName)
  .refine(isOneLine, ONE_LINE)
  .nullable()
  .transform((name) => name || null)

export const Registration = z.object({
  username: Username,
  email: Email,
  fullName: FullName.optional(),
  password: Password,
})
export type Registration = z.output<typeof Registration>

export const Credentials = z.object({ username: SignInName, password: Password })
export type Credentials = z.output<typeof Credentials>

export const ProfileChanges = z.object({ fullName: FullName.optional(), email: Email.optional() })
export type ProfileChanges = z.output<typeof ProfileChanges>

export const PasswordChange = z.object({
  currentPassword: z.string().max(PASSWORD_MAX),
  newPassword: Password,
})
export type PasswordChange = z.output<typeof PasswordChange>

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'Create an account and sign in to it. Sends an email to verify the email address.',
  input: Registration,
  response: SignedIn,
  status: 201,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'Sign in with a username and password.',
  input: Credentials,
  response: SignedIn,
})

export const claimSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/take-sign-in',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary:
    'Claim the session that a form submitted without JavaScript opened in this browser within the last ten minutes. The cookie that identifies it is then removed. 401 if there is none.',
  input: z.object({}),
  response: SignedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'Revoke the session of the token sent with the request, if there is one.',
  input: z.object({}),
  response: z.object({ success: z.literal(true) }),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'anyone',
  summary: 'The signed-in user, or null without a token. 401 with an invalid or expired token.',
  input: z.object({}),
  response: User.nullable(),
})

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/auth/profile',
  access: 'signed-in',
  summary:
    'Change the name, or request another email address: the current one stays until the change is confirmed and the link sent to the new one is opened.',
  input: ProfileChanges,
  response: User,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'signed-in',
  summary: 'Change the password and revoke all other sessions.',
  input: PasswordChange,
  response: z.object({ success: z.literal(true) }),
})

export const accountEndpoints = [
  register,
  login,
  claimSignIn,
  logout,
  getUser,
  changeProfile,
  changePassword,
] as const
