import { centsToWire } from '#contract/money.ts'
import { type SettingsChanges, SettingsFields, type ShopSettings } from '#contract/settings/api.ts'
import { zonesToWire } from '#contract/settings/zones.ts'
import { differences, recordChange } from '../audit/audit.ts'
import { editConflict } from '../audit/edit-conflict.ts'
import { readFields, type UndoHandler, type UndoHandlers } from '../audit/undo.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { type RequestUser, requireProof } from '../platform/http/guards.ts'
import { lockSettings } from './queries.ts'
import { changeSettings, readSettings, type Settings, senderAddress } from './settings.ts'

/** The settings' kind and subject in the audit log. */
const KIND = 'settings'
const SUBJECT = 'shop'

/** Returns the settings as the API sends them. @param config.mailFrom the sender of emails */
export async function findShopSettings(db: Db, config: { mailFrom: string }): Promise<ShopSettings> {
  const settings = await readSettings(db)
  return { ...wordsOf(settings), version: settings.version, senderEmail: senderAddress(config) }
}

/**
 * Changes settings, unless nothing differs.
 * @param version the one shown to the admin; if omitted, the last write wins
 * @param undoes the audit log entry that the edit undoes
 * @throws ShopError 403 'proof_needed' to raise the refund limit or change the support address, 409 if they were
 * changed concurrently
 */
export async function changeShopSettings(
  db: Db,
  admin: Pick<RequestUser, 'id' | 'isProven'>,
  { shippingRate, supportEmail, refundProofAbove, ...changes }: SettingsChanges,
  { version, undoes }: { version?: number; undoes?: number } = {},
): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockSettings(db)
    const before = await readSettings(db)
    if (version !== undefined && version !== before.version)
      throw await editConflict(db, KIND, SUBJECT, version, 'the settings')
    const after: Settings = {
      ...before,
      ...changes,
      ...(shippingRate === undefined ? {} : { shippingRateCents: shippingRate }),
      ...(supportEmail === undefined ? {} : { supportEmail: supportEmail || null }),
      ...(refundProofAbove === undefined ? {} : { refundProofAboveCents: refundProofAbove }),
    }
    // Emails about orders go to the support address, with the names and addresses of customers.
    const isRedirected = after.supportEmail !== before.supportEmail
    if (isRedirected || after.refundProofAboveCents > before.refundProofAboveCents) requireProof(admin)
    const difference = differences(wordsOf(before), wordsOf(after))
    if (!difference) return
    const next = before.version + 1
    await recordChange(db, {
      actorId: admin.id,
      action: `${KIND}.changed`,
      subjectId: SUBJECT,
      before: { ...difference.before, version: before.version },
      after: { ...difference.after, version: next },
      undoes,
    })
    await changeSettings(db, { ...after, version: next })
  })
}

/** Formats settings as in the API and the audit log. */
function wordsOf({ supportEmail, shippingRateCents, refundProofAboveCents, ...settings }: Settings) {
  const { shopName, pageSize, holdMinutes, lowStockThreshold, pushStock } = settings
  const { reviewsFromBuyersOnly, holdSuspiciousReviews, taxes, zones } = settings
  return {
    shopName,
    supportEmail: supportEmail ?? '',
    shippingRate: centsToWire(shippingRateCents),
    pageSize,
    holdMinutes,
    lowStockThreshold,
    pushStock,
    refundProofAbove: centsToWire(refundProofAboveCents),
    reviewsFromBuyersOnly,
    holdSuspiciousReviews,
    taxes,
    zones: zones && zonesToWire(zones),
  }
}

const Changes = SettingsFields.partial()

const settings: UndoHandler = {
  gone: '',
  moving: [],
  async read(db, _subjectId, isLocked) {
    if (isLocked) await lockSettings(db)
    return wordsOf(await readSettings(db))
  },
  edit: (db, admin, _subjectId, fields, undoes) =>
    changeShopSettings(db, admin, readFields(Changes, fields), { undoes }),
}

export const settingsUndo: UndoHandlers = { 'settings.changed': settings }
