import type { LinkPurpose } from '#contract/accounts/mailed-links.ts'
import { RESET_LINK_HOURS, UNDO_LINK_DAYS, VERIFY_LINK_HOURS } from '#contract/accounts/rules.ts'
import { type EmailParts, renderEmail } from '../platform/mail/layout.ts'

/** Returns the prefix of the reasons of all emails about an account, for finding them. */
export const reasonFor = (userId: number) => `account-${userId}-`

type LinkData = { shopName: string; username: string; address: string }

/** Returns the email with a link, such as to verify an address or to reset a password. */
export function linkLetter(purpose: LinkPurpose, { shopName, username, address }: LinkData) {
  const parts: Record<LinkPurpose, Omit<EmailParts, 'shopName'>> = {
    verify: {
      subject: `Verify your email address for ${shopName}`,
      paragraphs: [
        `Somebody, hopefully you, made the account '${username}' at ${shopName} with this email address.`,
      ],
      button: { label: 'Verify email address', address },
      note: `The link works once, within ${VERIFY_LINK_HOURS} hours. If you did not make this account, do not open it: without it the account cannot keep your address.`,
    },
    change: {
      subject: `Your new email address for ${shopName}`,
      paragraphs: [
        `The account '${username}' at ${shopName} requested to use this email address from now on.`,
        `Open the link where you are signed in to '${username}'.`,
      ],
      button: { label: 'Use this email address', address },
      note: `The link works once, within ${VERIFY_LINK_HOURS} hours. If this was not you, do not open it, and nothing changes.`,
    },
    undo: {
      subject: `A new email address was requested for your ${shopName} account`,
      paragraphs: [
        `The account '${username}' at ${shopName} requested to use another email address instead of this one.`,
        'If this was you, there is nothing to do here. If it was not, undo it: all devices will be signed out. Then choose a new password.',
      ],
      button: { label: 'Undo and sign out everywhere', address },
      note: `The link works for ${UNDO_LINK_DAYS} days, even after the address has changed.`,
    },
    claim: {
      subject: `Your guest orders at ${shopName}`,
      paragraphs: [
        `The account '${username}' at ${shopName} requested the orders that were placed with this email address without signing in.`,
        `Open the link where you are signed in to '${username}'.`,
      ],
      button: { label: 'Add my guest orders', address },
      note: `The link works once, within ${VERIFY_LINK_HOURS} hours. If this was not you, do not open it, and nothing changes.`,
    },
    reset: {
      subject: `Reset your password for ${shopName}`,
      paragraphs: [
        `Somebody, hopefully you, asked to reset the password of the account '${username}' at ${shopName}.`,
        'When you choose a new password, all devices are signed out.',
      ],
      button: { label: 'Choose a new password', address },
      note: `The link works once, within ${RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`}. If this was not you, do not open it: your password stays as it is.`,
    },
  }
  return renderEmail({ shopName, ...parts[purpose] })
}

/** Notifies the owner of an account, in case someone else changed it. */
export function passwordChangedLetter({ shopName, username }: Omit<LinkData, 'address'>) {
  return renderEmail({
    shopName,
    subject: `Your password for ${shopName} was changed`,
    paragraphs: [
      `The password of your account '${username}' was just changed, and other devices were signed out.`,
      'If this was not you, reset your password at once: choose ‘Forgot your password?’ where you sign in.',
    ],
  })
}

/** Goes to the old address, whose reader may be the only one to notice a theft. */
export function emailChangedLetter({
  shopName,
  username,
  email,
}: {
  shopName: string
  username: string
  email: string
}) {
  return renderEmail({
    shopName,
    subject: `Your email address for ${shopName} was changed`,
    paragraphs: [
      `Your account '${username}' now uses the email address ${email} instead of this one.`,
      `If this was not you, use the link in our earlier email ‘A new email address was requested for your ${shopName} account’: it works for ${UNDO_LINK_DAYS} days after that email.`,
    ],
  })
}

/** A change of how a user signs in, for the email about it. */
export type SafetyChange =
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
export function safetyLetter({
  shopName,
  username,
  change,
}: {
  shopName: string
  username: string
  change: SafetyChange
}) {
  const [subject, what] = safetyWords(change, username)
  return renderEmail({
    shopName,
    subject: `${subject} at ${shopName}`,
    paragraphs: [
      what,
      'If this was not you, reset your password at once: choose ‘Forgot your password?’ where you sign in. It ends all sign-ins and removes all passkeys.',
    ],
  })
}

function safetyWords(change: SafetyChange, username: string): [subject: string, what: string] {
  const account = `your account '${username}'`
  switch (change.kind) {
    case 'passkey-added':
      return ['A passkey was added', `The passkey '${change.name}' can now be used to sign in to ${account}.`]
    case 'passkey-removed':
      return ['A passkey was removed', `The passkey '${change.name}' no longer signs in to ${account}.`]
    case 'methods-ended': {
      const [what, were] = methodsOf(change)
      return [
        `Your ${what} ${were} removed`,
        `We removed the ${what} of ${account} because its password was reset or its email address changed: another person might have set this up. You can set it up again.`,
      ]
    }
    case 'google-removed':
      return ['Google sign-in was removed', `Google no longer signs in to ${account}.`]
    case 'factor-on':
      return [
        'Your authenticator app was turned on',
        `Whoever signs in to ${account} by password or with Google is now asked for a code of your app. Other devices were signed out.`,
      ]
    case 'factor-off':
      return [
        'Your authenticator app was turned off',
        `No code is asked for any more to sign in to ${account}.`,
      ]
    case 'factor-reset':
      return [
        'Your authenticator app was reset',
        `An administrator took the authenticator app off ${account}, and all devices were signed out. You sign in without a code now, and can set the app up again in your profile.`,
      ]
    case 'factor-ended':
      return [
        'Your authenticator app was removed',
        `The authenticator app of ${account} had been set up recently, so it was removed together with the other sign-in methods. You can set it up again in your profile.`,
      ]
    case 'recovery-code-used':
      return ['A recovery code was used', `Somebody signed in to ${account} with one of its recovery codes.`]
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
