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
