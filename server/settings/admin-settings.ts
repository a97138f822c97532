import { normalizedPlace, PLACE_FIELDS } from '#contract/addresses/rules.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { CURRENCIES } from '#contract/currencies.ts'
import { centsToWire, formatCents, payableStep } from '#contract/money.ts'
import { EU_RETURN_DAYS } from '#contract/policies.ts'
import {
  changeSettings as changeSettingsEndpoint,
  type SettingsChanges,
  SettingsFields,
  type ShopSettings,
} from '#contract/settings/api.ts'
import type { Business } from '#contract/settings/business.ts'
import {
  MINIMUM_ORDER_MAX_CENTS,
  REFUND_PROOF_MAX_CENTS,
  SETTINGS_MESSAGES,
  SHIPPING_RATE_MAX_CENTS,
} from '#contract/settings/rules.ts'
import { TAX_MESSAGES } from '#contract/settings/taxes.ts'
import { zonesToWire } from '#contract/settings/zones.ts'
import { addressFormatOf } from '../addresses/address-formats.ts'
import { differences, editConflict, recordChange } from '../audit/audit.ts'
import { readFields, type UndoHandler, type UndoHandlers } from '../audit/undo.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { guardFields, type RequestUser, requireProof } from '../platform/http/guards.ts'
import { isWrongVatId } from '../vat-numbers/read.ts'
import { payableZones, readAmounts, readZones } from './amounts.ts'
import { placeErrors } from './pickups.ts'
import { findUnpayablePrices, hasOrders, lockCurrency, lockSettings } from './queries.ts'
import { senderAddress } from './sender.ts'
import { changeSettings, readSettings, type Settings, shipsToEu } from './settings.ts'
import { withTaxPlaces } from './tax-places.ts'

/** The settings' kind and subject in the audit log. */
const KIND = 'settings'
const SUBJECT = 'shop'

/**
 * Returns the settings in the API's format.
 * @param config.mailFrom the sender of emails
 */
export async function findShopSettings(db: Db, config: { mailFrom: string }): Promise<ShopSettings> {
  const settings = await readSettings(db)
  const step = payableStep(settings.currency)
  const unpayable = step === 1 ? null : await findUnpayablePrices(db, step)
  return {
    ...wordsOf(settings),
    isCurrencyFixed: await hasOrders(db),
    ...(unpayable && { unpayablePrices: { ...unpayable, step: centsToWire(step, settings.currency) } }),
    version: settings.version,
    senderEmail: senderAddress(settings, config),
  }
}

/**
 * Changes settings, or writes nothing if nothing differs.
 * @param version the version that the admin saw; if omitted, the last write wins
 * @param undoes the audit log entry that the edit undoes
 * @throws ShopError 403 if the admin's role may not change a setting, or 'proof_needed' for a sensitive one; 409 if they
 * were changed concurrently, for another currency once there is an order, or if an owner without a second factor would
 * require it
 */
export async function changeShopSettings(
  db: Db,
  admin: Pick<RequestUser, 'id' | 'isProven' | 'staffRole' | 'hasSecondFactor'>,
  input: SettingsChanges,
  { version, undoes }: { version?: number; undoes?: number } = {},
): Promise<void> {
  guardFields(changeSettingsEndpoint, admin, input)
  const {
    shippingRate,
    minimumOrder,
    supportEmail,
    refundProofAbove,
    currency: code,
    zones,
    ...changes
  } = input
  await inTransaction(db, async (db) => {
    await lockSettings(db)
    const before = await readSettings(db)
    if (version !== undefined && version !== before.version)
      throw await editConflict(db, KIND, SUBJECT, version, 'the settings')
    const currency = CURRENCIES.get(code ?? before.currency.code) ?? before.currency
    if (currency.code !== before.currency.code) await allowCurrencyChange(db)
    const cents = readAmounts({ shippingRate, minimumOrder, refundProofAbove }, currency)
    const payable = (cents: number) => cents - (cents % payableStep(currency))
    const business = changes.business ? checkedBusiness(changes.business) : before.business
    const after: Settings = {
      ...before,
      ...changes,
      currency,
      shippingRateCents: payable(before.shippingRateCents),
      minimumOrderCents: payable(before.minimumOrderCents),
      refundProofAboveCents: payable(before.refundProofAboveCents),
      zones: before.zones && payableZones(before.zones, payableStep(currency)),
      ...(zones === undefined ? {} : { zones: zones && readZones(zones, { ...before, currency }, business) }),
      ...(cents.shippingRate === undefined ? {} : { shippingRateCents: cents.shippingRate }),
      ...(cents.minimumOrder === undefined ? {} : { minimumOrderCents: cents.minimumOrder }),
      ...(supportEmail === undefined ? {} : { supportEmail: supportEmail || null }),
      business,
      ...(changes.taxes && { taxes: withTaxPlaces(changes.taxes) }),
      ...(cents.refundProofAbove === undefined ? {} : { refundProofAboveCents: cents.refundProofAbove }),
    }
    checkLimits(after)
    checkReturnDays(after, changes.returnDays === undefined ? 'zones' : 'returnDays')
    checkTaxes(after, changes.business ? 'business.address' : 'taxes.mode')
    // Emails about orders go to the support address, with the names and addresses of customers, and so do replies.
    const isRedirected =
      after.supportEmail !== before.supportEmail || after.replyAddress !== before.replyAddress
    const isFactorChanged = after.staffNeedSecondFactor !== before.staffNeedSecondFactor
    const isRaised = after.refundProofAboveCents > before.refundProofAboveCents
    if (isRedirected || isRaised || isFactorChanged) requireProof(admin)
    if (isFactorChanged && after.staffNeedSecondFactor && !admin.hasSecondFactor) throw ownFactorFirst()
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

/**
 * Checks that the payment provider can calculate taxes, before the setting is saved. Call it outside transactions.
 * @throws ShopError 400, 503
 */
export async function requireTaxSetup(
  db: Db,
  { taxes }: SettingsChanges,
  findTaxSetup: () => Promise<'active' | 'inactive' | 'unknown'>,
): Promise<void> {
  if (taxes?.mode !== 'stripe' || (await readSettings(db)).taxes.mode === 'stripe') return
  const setup = await findTaxSetup()
  if (setup === 'unknown') throw new ShopError(503, 'unavailable', TAX_MESSAGES.unavailable)
  if (setup === 'inactive')
    throw invalidInput(TAX_MESSAGES.notSetUp, [{ path: 'taxes.mode', message: TAX_MESSAGES.notSetUp }])
}

/**
 * @param path the changed setting
 * @throws ShopError 400 if the provider can't tell where orders ship from
 */
function checkTaxes({ taxes, business }: Settings, path: string) {
  if (taxes.mode !== 'stripe' || business.address !== '') return
  throw invalidInput(TAX_MESSAGES.noAddress, [{ path, message: TAX_MESSAGES.noAddress }])
}

/**
 * Checks the VAT ID, and the address against the format of its country, unless they are empty.
 * @throws ShopError 400
 */
function checkedBusiness(business: Business): Business {
  const message = SETTINGS_MESSAGES.vatId
  if (isWrongVatId(business.vatId, isoCountry(business.country)))
    throw invalidInput(message, [{ path: 'business.vatId', message }])
  const format = addressFormatOf(business.country)
  if (!format || PLACE_FIELDS.every((field) => business[field] === '')) return business
  const errors = placeErrors(business, 'business')
  if (errors[0]) throw invalidInput(errors[0].message, errors)
  return { ...business, ...normalizedPlace(format, business) }
}

/** Orders, refunds, and reports add up amounts of one currency. */
async function allowCurrencyChange(db: Db) {
  await lockCurrency(db)
  if (!(await hasOrders(db))) return
  const message = SETTINGS_MESSAGES.currencyFixed
  throw new ShopError(409, 'conflict', message, { errors: [{ path: 'currency', message }] })
}

/** The owner who requires a second factor would otherwise be the first one to need it. */
function ownFactorFirst() {
  const message = SETTINGS_MESSAGES.ownFactorFirst
  return new ShopError(409, 'conflict', message, { errors: [{ path: 'staffNeedSecondFactor', message }] })
}

/** @throws ShopError 400 */
function checkLimits(settings: Settings) {
  const { shippingRateCents, minimumOrderCents, refundProofAboveCents } = settings
  const limit = (path: string, cents: number, most: number, message: (most: string) => string) =>
    cents <= most ? [] : [{ path, message: message(formatCents(most, settings)) }]
  const errors = [
    ...limit(
      'shippingRate',
      shippingRateCents,
      SHIPPING_RATE_MAX_CENTS,
      SETTINGS_MESSAGES.shippingRateTooHigh,
    ),
    ...limit(
      'minimumOrder',
      minimumOrderCents,
      MINIMUM_ORDER_MAX_CENTS,
      SETTINGS_MESSAGES.minimumOrderTooHigh,
    ),
    ...limit(
      'refundProofAbove',
      refundProofAboveCents,
      REFUND_PROOF_MAX_CENTS,
      SETTINGS_MESSAGES.refundProofTooHigh,
    ),
  ]
  if (errors[0]) throw invalidInput(errors[0].message, errors)
}

/**
 * @param path the changed setting
 * @throws ShopError 400 for a period below the EU's in a shop that ships there
 */
function checkReturnDays(settings: Settings, path: string) {
  const message = SETTINGS_MESSAGES.returnDaysInEu
  if (settings.returnDays < EU_RETURN_DAYS && shipsToEu(settings))
    throw invalidInput(message, [{ path, message }])
}

/** Formats the settings that admins can change as the API and the audit log do. */
function wordsOf(all: Settings) {
  const {
    demoSeeded: _seeded,
    version: _version,
    pages: _pages,
    stripeKeys: _keys,
    mailServer: _mail,
    ...settings
  } = all
  const { shippingRateCents, minimumOrderCents, refundProofAboveCents, ...words } = settings
  const { supportEmail, zones, currency } = settings
  return {
    ...words,
    supportEmail: supportEmail ?? '',
    shippingRate: centsToWire(shippingRateCents, currency),
    minimumOrder: centsToWire(minimumOrderCents, currency),
    refundProofAbove: centsToWire(refundProofAboveCents, currency),
    zones: zones && zonesToWire(zones, currency),
    currency: currency.code,
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
