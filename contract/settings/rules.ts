import { CONTACT_MESSAGES } from '../contact/rules.ts'
import { EU_RETURN_DAYS, RETURN_DAYS_MAX } from '../policies.ts'

/** Limits and messages for the settings (contract section 8). Doesn't import zod, so pages can load it early. */

export const SHOP_NAME_MAX = 60
export const SHIPPING_RATE_MAX_CENTS = 99_999
export const SHOP_PAGE_SIZE_MAX = 100
export const HOLD_MINUTES_MAX = 1440
export const LOW_STOCK_MAX = 10_000
export const MINIMUM_ORDER_MAX_CENTS = 9_999_999
export const REFUND_PROOF_MAX_CENTS = 9_999_999

export const RETURN_ADDRESS_MAX = 300

export const SETTINGS_MESSAGES = {
  ownFactorFirst: 'Set up your own authenticator app or passkey first.',
  shopName: 'Shop name is required',
  shopNameTooLong: `Shop name must be at most ${SHOP_NAME_MAX} characters`,
  shopNameLine: 'Shop name must be a single line of text',
  supportEmail: CONTACT_MESSAGES.email,
  senderName: `Sender name must be a single line of at most ${SHOP_NAME_MAX} characters`,
  vatId: 'Enter a valid VAT ID, such as DE136695976',
  shippingRate: 'Shipping rate is required',
  shippingRateTooHigh: (most: string) => `Shipping rate must be at most ${most}`,
  minimumOrder: 'Enter 0 for no minimum order',
  minimumOrderTooHigh: (most: string) => `Minimum order must be at most ${most}`,
  refundProof: 'Refund limit is required',
  refundProofTooHigh: (most: string) => `Refund limit must be at most ${most}`,
  choice: 'Must be true or false',
  currency: 'Choose a currency from the list',
  currencyFixed: 'The currency can’t change anymore: the shop has orders in it.',
  locale: 'Choose a format from the list',
  timeZone: 'Choose a time zone from the list',
  weightUnits: 'Choose units from the list',
  orderButton: 'Choose a label from the list',
  orderPrefix: 'Order prefix must be 1 to 8 letters or digits',
  returnDays: `Return period must be a whole number of days from 1 to ${RETURN_DAYS_MAX}`,
  returnDaysInEu: `Shops that ship to the EU must accept returns for at least ${EU_RETURN_DAYS} days`,
  returnAddress: `Return address must be at most ${RETURN_ADDRESS_MAX} characters`,
  fieldChoice: 'Choose off, optional, or required',
  pageSize: `Page size must be a whole number from 1 to ${SHOP_PAGE_SIZE_MAX}`,
  holdMinutes: `Hold time must be a whole number of minutes from 1 to ${HOLD_MINUTES_MAX}`,
  lowStock: `Low-stock threshold must be a whole number from 0 to ${LOW_STOCK_MAX}`,
} as const
