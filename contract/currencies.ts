import type { Currency } from './money.ts'

/**
 * The currencies that Stripe charges in (docs.stripe.com/currencies), by their digits in ISO 4217. Only the server and
 * the settings page load this list; other pages get the shop's currency with its digits.
 */
const CODES: readonly [exponent: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD JOD KWD OMR TND'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK DKK
    DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP LKR
    LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON
    RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD XCG YER ZAR ZMW`,
  ],
]

export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  CODES.flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, { code, exponent }] as const),
  ).sort(([one], [other]) => (one < other ? -1 : 1)),
)

/** The texts of the shop are in English. These write numbers and dates as readers in one place expect them. */
export const LOCALES = [
  'en-US',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-SG',
  'en-ZA',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'ja-JP',
] as const
