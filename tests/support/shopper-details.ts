export const CARD = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  asksBank: '4000002760003184',
} as const

export const SHIPPING = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+1 555 010 7788',
  address: '12 Analytical Row',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
} as const

/** Billing address of a gift, which differs from the shipping address. */
export const BILLING = {
  firstName: 'Charles',
  lastName: 'Babbage',
  address: '1 Dorset Street',
  city: 'Albany',
  state: 'NY',
  zipCode: '12207',
  country: 'US',
} as const

/** The provider's demo key, which works only with the sandbox. */
const PUBLISHABLE_KEY = 'pk_test_plinth_sandbox'

/** Fields that the provider's form sends for an entered card. */
export function cardForm(
  clientSecret: string,
  card: string,
  shopUrl: string,
  { line1, postalCode }: { line1?: string; postalCode?: string } = {},
): URLSearchParams {
  return new URLSearchParams({
    key: PUBLISHABLE_KEY,
    client_secret: clientSecret,
    return_url: `${shopUrl}/order-success`,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    ...(line1 && { 'payment_method_data[billing_details][address][line1]': line1 }),
    ...(postalCode && { 'payment_method_data[billing_details][address][postal_code]': postalCode }),
  })
}

/** Returns the ID of the intent that a client secret belongs to. */
export const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Addresses in countries other than the specification's, with their lines as people write them there. */
export const ABROAD = {
  AT: {
    place: { address: 'Stephansplatz 1', address2: 'Top 5', city: 'Wien', zipCode: '1010' },
    lines: ['Kari Nordmann', 'Stephansplatz 1', 'Top 5', '1010 Wien', 'Austria'],
  },
  BR: {
    place: { address: 'Av. Paulista 1578', city: 'São Paulo', state: 'SP', zipCode: '01310-200' },
    lines: ['Kari Nordmann', 'Av. Paulista 1578', 'São Paulo-SP', '01310-200', 'Brazil'],
  },
  CH: {
    place: { address: 'Bahnhofstrasse 1', city: 'Zürich', zipCode: '8001' },
    lines: ['Kari Nordmann', 'Bahnhofstrasse 1', 'CH-8001 Zürich', 'Switzerland'],
  },
  DE: {
    place: { address: 'Unter den Linden 1', city: 'Berlin', zipCode: '10117' },
    lines: ['Kari Nordmann', 'Unter den Linden 1', '10117 Berlin', 'Germany'],
  },
  HK: {
    place: { address: '8 Finance Street', city: 'Central', state: 'Hong Kong Island' },
    lines: ['Kari Nordmann', '8 Finance Street', 'Central', 'Hong Kong Island', 'Hong Kong SAR China'],
  },
  IE: {
    place: { address: '5 Kildare Street', city: 'Dublin', state: 'D', zipCode: 'D02 FE44' },
    lines: ['Kari Nordmann', '5 Kildare Street', 'Dublin', 'Co. Dublin', 'D02 FE44', 'Ireland'],
  },
  JP: {
    place: { address: '1-9-1 Marunouchi, Chiyoda-ku', state: 'Tokyo', zipCode: '100-0005' },
    lines: ['Kari Nordmann', '1-9-1 Marunouchi, Chiyoda-ku, Tokyo', '100-0005', 'Japan'],
  },
  NO: {
    place: { address: 'Storgata 1', city: 'Å', zipCode: '8392' },
    lines: ['Kari Nordmann', 'Storgata 1', '8392 Å', 'Norway'],
  },
} as const
