/** Rules and messages for the checkout (spec section 5). Doesn't import zod, so pages can load it early. */

export const NAME_MIN = 2
export const NAME_MAX = 60
export const PHONE_MIN = 10
export const PHONE_MAX = 30
export const COMPANY_MAX = 100
export const ADDRESS_MIN = 5
export const ADDRESS_MAX = 200
export const CITY_MIN = 2
export const CITY_MAX = 80
export const STATE_MIN = 2
export const STATE_MAX = 80
export const ZIP_CODE_MIN = 5
export const ZIP_CODE_MAX = 16

export const SHIPPING_MESSAGES = {
  firstName: `First name must be at least ${NAME_MIN} characters`,
  firstNameTooLong: `First name must be at most ${NAME_MAX} characters`,
  lastName: `Last name must be at least ${NAME_MIN} characters`,
  lastNameTooLong: `Last name must be at most ${NAME_MAX} characters`,
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  company: 'Company is required',
  companyTooLong: `Company must be at most ${COMPANY_MAX} characters`,
  address: `Address must be at least ${ADDRESS_MIN} characters`,
  addressTooLong: `Address must be at most ${ADDRESS_MAX} characters`,
  city: `City must be at least ${CITY_MIN} characters`,
  cityTooLong: `City must be at most ${CITY_MAX} characters`,
  state: 'Please select a state',
  stateTooLong: `State must be at most ${STATE_MAX} characters`,
  zipCode: `Zip code must be at least ${ZIP_CODE_MIN} characters`,
  zipCodeTooLong: `Zip code must be at most ${ZIP_CODE_MAX} characters`,
  country: 'Please select a country',
} as const

export const CHECKOUT_MESSAGES = {
  needsAccount: 'Please sign in or create an account to check out. Your cart is saved.',
  emptyCart: 'Your cart is empty',
  cartChanged: 'Your cart has changed. Please review it before you pay.',
  belowMinimumOrder: (least: string, missing: string) =>
    `The minimum order is ${least} before shipping. Please add ${missing} to your cart.`,
  tooSmall: (least: string) =>
    `Orders under ${least} can’t be paid by card. Please add something to your cart.`,
  belowMinimum: (total: string) =>
    `Your total of ${total} is too small for a card payment. Please add something to your cart.`,
  notPayable:
    'Cards can’t pay this total exactly. Please change the quantities, or contact us so that we can correct a price.',
  tooLarge: 'This order is too large for one card payment. Please split it up or contact us.',
  paymentInProgress:
    'A payment for this order is being processed. Please wait until it’s finished before you change your cart.',
  tooManyVersions:
    'Your cart or address has changed too often, so this order can’t be changed again. Please try again later.',
  alreadyPaid: 'This order has already been paid.',
  unavailable: 'We can’t reach our payment provider. You haven’t been charged. Please try again in a moment.',
  taxesUnavailable:
    'We can’t calculate the tax for your order right now. You haven’t been charged. Please try again in a moment.',
  tooManyTaxes:
    'Your cart or address has changed too often, so we can’t calculate its tax again yet. Please try again later.',
  taxesPaused:
    'Too many taxes are being calculated in this shop right now. You haven’t been charged. Please try again later.',
  taxAddress: 'We can’t find this address. Check the postal code, city, and state.',
  unknownPayment: 'Payment not found',
  unpaidLimit:
    'Other orders from your account or network are waiting for payment. Pay for those first, order fewer items, or try again in a few minutes.',
  tooManyDeclines: 'Too many cards were declined. Please try again later or contact us.',
  unpaidPause:
    'Several orders from your account or network were not paid. Please wait a few minutes and try again.',
} as const

export const DEFAULT_COUNTRY = 'US'

export const COUNTRIES = [
  { code: 'US', name: 'United States' },
  { code: 'CA', name: 'Canada' },
  { code: 'MX', name: 'Mexico' },
  { code: 'UK', name: 'United Kingdom' },
] as const

// Creating one costs more than a hundred names, and lists of countries are sorted by name.
let regionNames: Intl.DisplayNames | undefined

/** Returns a country's name, or the code itself if it is unknown. */
export function countryName(code: string): string {
  const known = COUNTRIES.find((country) => country.code === code)?.name
  if (known || !/^[A-Z]{2}$/.test(code)) return known ?? code
  regionNames ??= new Intl.DisplayNames('en-US', { type: 'region' })
  return regionNames.of(code) ?? code
}

/** Returns the ISO 3166 code for one of our country codes. */
export function isoCountry(code: string): string {
  return code === 'UK' ? 'GB' : code
}

/** The states, DC, the territories, and the codes of military addresses, by name (contract section 11). */
export const US_STATES = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AS', 'American Samoa'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['GU', 'Guam'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['MP', 'Northern Mariana Islands'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['PR', 'Puerto Rico'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VI', 'US Virgin Islands'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
] as const
