import type { LinkPurpose } from '#contract/accounts/mailed-links.ts'
import { RESET_LINK_HOURS, UNDO_LINK_DAYS, VERIFY_LINK_HOURS } from '#contract/accounts/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import { renderEmail } from '../platform/mail/layout.ts'
import { mailboxKey } from '../platform/mail/mailbox.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import type { EmailMessage } from '../platform/mail/smtp.ts'
import { type EmailFacts, subjectOf, type WordSettings, wordedEmail } from '../settings/email-words.ts'
import { readSettings } from '../settings/settings.ts'
import { maySendTo } from './attempts.ts'
import type { Account } from './queries.ts'

/** Returns the prefix that the reasons of all emails about an account share, for finding them. */
export const reasonFor = (userId: number) => `account-${userId}-`

type LinkData = { settings: WordSettings; username: string; address: string }

/** Returns an email with a link, such as to verify an email address or to reset a password. */
export function linkEmail(purpose: LinkPurpose, { settings, username, address }: LinkData) {
  const { shopName } = settings
  const facts: Record<LinkPurpose, EmailFacts> = {
    verify: {
      paragraphs: [`An account “${username}” was created at ${shopName} with this email address.`],
      button: { label: 'Verify email address', address },
      note: `The link works once and expires in ${VERIFY_LINK_HOURS} hours. If you didn't create this account, don't open it. An unverified account can't keep your email address.`,
    },
    change: {
      paragraphs: [
        `We received a request to use this email address for the account “${username}” at ${shopName}.`,
        `Open the link in a browser where you're signed in as “${username}”.`,
      ],
      button: { label: 'Use this email address', address },
      note: `The link works once and expires in ${VERIFY_LINK_HOURS} hours. If this wasn't you, ignore this email. Nothing will change.`,
    },
    undo: {
      paragraphs: [
        `We received a request to change the email address of the account “${username}” at ${shopName} from this one to another.`,
        "If this was you, there's nothing to do. If it wasn't, undo the change: all devices will be signed out. Then choose a new password.",
      ],
      button: { label: 'Undo and sign out everywhere', address },
      note: `The link works for ${UNDO_LINK_DAYS} days, even after the email address has changed.`,
    },
    claim: {
      paragraphs: [
        `We received a request to add the guest orders placed with this email address to the account “${username}” at ${shopName}.`,
        `Open the link in a browser where you're signed in as “${username}”.`,
      ],
      button: { label: 'Add my guest orders', address },
      note: `The link works once and expires in ${VERIFY_LINK_HOURS} hours. If this wasn't you, ignore this email. Nothing will change.`,
    },
    reset: {
      paragraphs: [
        `We received a request to reset the password of the account “${username}” at ${shopName}.`,
        'Choosing a new password signs out all devices.',
      ],
      button: { label: 'Choose a new password', address },
      note: `The link works once and expires in ${RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`}. If this wasn't you, ignore this email. Your password won't change.`,
    },
    google: {
      paragraphs: [
        `Someone signed in with Google using this email address. The account “${username}” at ${shopName} has the same address, but never confirmed it.`,
        'Open the link and sign in with Google to use the account. We then remove its password and sign out all devices, in case someone else set it up.',
      ],
      button: { label: 'Continue with Google', address },
      note: `The link works once and expires in ${RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`}. If this wasn't you, ignore this email. Nothing will change.`,
    },
  }
  return renderEmail(wordedEmail(settings, purpose, { username }, facts[purpose]))
}

/** Notifies the owner of an account, in case someone else changed it. */
export function passwordChangedEmail({ settings, username }: Omit<LinkData, 'address'>) {
  const email = wordedEmail(
    settings,
    'password-changed',
    { username },
    {
      paragraphs: [
        `The password of your account “${username}” was just changed, and all other devices were signed out.`,
        "If this wasn't you, reset your password immediately: choose “Forgot your password?” on the sign-in page.",
      ],
    },
  )
  return renderEmail(email)
}

/** Sent to the old email address, because its owner may be the only one to notice a theft. */
export function emailChangedEmail({
  settings,
  username,
  email,
}: {
  settings: WordSettings
  username: string
  email: string
}) {
  const parts = wordedEmail(
    settings,
    'email-changed',
    { username },
    {
      paragraphs: [
        `Your account “${username}” now uses the email address ${email} instead of this one.`,
        `If this wasn't you, use the link in our earlier email “${subjectOf(settings, 'undo', { username })}”. It works for ${UNDO_LINK_DAYS} days after that email.`,
      ],
    },
  )
  return renderEmail(parts)
}

/** A change to the sign-in methods, for the email about it. */
export type SecurityChange =
  | { kind: 'passkey-added' | 'passkey-removed'; name: string }
  | { kind: 'methods-ended'; passkeys: boolean; google: boolean }
  | {
      kind:
        | 'google-removed'
        | 'factor-on'
        | 'factor-off'
        | 'factor-reset'
        | 'factor-ended'
        | 'recovery-code-used'
    }

/** Notifies the owner of an account, in case someone else changed it. */
export function securityEmail({
  settings,
  username,
  change,
}: {
  settings: WordSettings
  username: string
  change: SecurityChange
}) {
  const [title, what] = securityTexts(change, username)
  const email = wordedEmail(
    settings,
    'sign-in-changed',
    { username, change: title },
    {
      paragraphs: [
        what,
        "If this wasn't you, reset your password immediately: choose “Forgot your password?” on the sign-in page. This signs out all devices and removes all passkeys.",
      ],
    },
  )
  return renderEmail(email)
}

function securityTexts(change: SecurityChange, username: string): [title: string, what: string] {
  const account = `your account “${username}”`
  switch (change.kind) {
    case 'passkey-added':
      return ['A passkey was added', `The passkey “${change.name}” can now be used to sign in to ${account}.`]
    case 'passkey-removed':
      return [
        'A passkey was removed',
        `The passkey “${change.name}” can no longer be used to sign in to ${account}.`,
      ]
    case 'methods-ended': {
      const [what, were] = methodsOf(change)
      return [
        `Your ${what} ${were} removed`,
        `We removed the ${what} from ${account} when its password was reset or its email address changed, in case someone else had set this up. You can set it up again.`,
      ]
    }
    case 'google-removed':
      return ['Google sign-in was removed', `Google can no longer be used to sign in to ${account}.`]
    case 'factor-on':
      return [
        'Your authenticator app was turned on',
        `Signing in to ${account} with a password or Google now requires a code from your authenticator app. Other devices were signed out.`,
      ]
    case 'factor-off':
      return ['Your authenticator app was turned off', `Signing in to ${account} no longer requires a code.`]
    case 'factor-reset':
      return [
        'Your authenticator app was reset',
        `An admin removed the authenticator app from ${account}, and all devices were signed out. Signing in no longer requires a code. You can set the app up again in your profile.`,
      ]
    case 'factor-ended':
      return [
        'Your authenticator app was removed',
        `The authenticator app of ${account} was set up recently, so we removed it along with the other sign-in methods. You can set it up again in your profile.`,
      ]
    case 'recovery-code-used':
      return ['A recovery code was used', `A recovery code was used to sign in to ${account}.`]
  }
}

function methodsOf({
  passkeys,
  google,
}: {
  passkeys: boolean
  google: boolean
}): [what: string, were: string] {
  if (passkeys && google) return ['passkeys and Google sign-in', 'were']
  return passkeys ? ['passkeys', 'were'] : ['Google sign-in', 'was']
}

/** Notifies the owner of a change to the sign-in methods. Call it in the same transaction. */
export async function queueSecurityEmail(db: Db, account: Account, change: SecurityChange): Promise<void> {
  const settings = await readSettings(db)
  await queueNotice(db, account, securityEmail({ settings, username: account.username, change }))
}

/** Queues a notice to the owner of an account. An unverified address may be a stranger's, so it gets no more than it gets links. */
export async function queueNotice(
  db: Db,
  { id, email, emailVerified }: Account,
  message: Omit<EmailMessage, 'to'>,
): Promise<void> {
  // An account without an email address can't be notified: its address was verified by another account.
  if (email === '') return
  if (!emailVerified && !(await maySendTo(db, mailboxKey(email)))) return
  await queueEmail(db, { to: email, ...message }, `${reasonFor(id)}${randomId()}`)
}
