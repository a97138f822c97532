import { z } from 'zod'
import { INVITATION_DAYS } from '#contract/accounts/rules.ts'
import { ROLE_NAMES } from '#contract/accounts/staff-roles.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomToken, sha256 } from '../../platform/ids.ts'
import { job } from '../../platform/jobs/queue.ts'
import { renderEmail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/smtp.ts'
import { readSettings } from '../../settings/settings.ts'
import { updateToken } from './queries.ts'

/** The token is generated only when the email is sent, so neither the job nor the outbox stores it. */
export const sendInvitationJob = job(
  'send-invitation',
  z.object({ emailId: z.string(), id: z.int(), round: z.int() }),
  { keptSeconds: 3600 },
)

/** Generates and emails the link of an invitation, unless it was revoked or sent again. A retry sends a new token. */
export async function sendInvitation(
  { db, mailer, config }: { db: Db; mailer: Mailer; config: { publicUrl: string } },
  { emailId, id, round }: z.infer<typeof sendInvitationJob.payload>,
): Promise<void> {
  const token = randomToken()
  const offer = await updateToken(db, { id, round, tokenHash: sha256(token) })
  if (!offer) return
  const { shopName } = await readSettings(db)
  const email = renderEmail({
    shopName,
    subject: `Join the staff of ${shopName}`,
    paragraphs: [
      `You’re invited to the staff of ${shopName} with the role “${ROLE_NAMES[offer.staffRole]}”.`,
      'Open the link to choose a username and password. If you have an account with this email address, you can use it.',
    ],
    // The token is in the fragment, which browsers don't send, so it appears in no log, proxy, or Referer.
    button: { label: 'Accept invitation', address: `${config.publicUrl}/auth/join#token=${token}` },
    note: `The link works once and expires in ${INVITATION_DAYS} days. If you don’t know why you got this email, ignore it. Nothing will change.`,
  })
  await mailer.send({ id: emailId, to: offer.email, ...email })
}
