import { PRICE_LIMITS } from './catalog/filter-options.ts'
import type { Currency } from './money.ts'

/**
 * The currencies that Stripe accepts (docs.stripe.com/currencies), grouped by their ISO 4217 decimals. Only the server
 * and the settings page load this list; other pages get the shop's currency and its decimals.
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

/**
 * Number of zeros that prices usually have in addition to those in US dollars, for currencies worth less than about 0.3
 * dollars.
 */
const MORE_ZEROS: readonly [zeros: number, codes: string][] = [
  [
    1,
    `AED BOB BRL BWP BYN CNY CZK DKK GTQ HKD HNL ILS LSL MAD MDL MOP MVR MXN MYR NAD NOK PEN PGK PLN QAR RON SAR SBD SCR
    SEK SLE SZL TJS TTD ZAR ZMW`,
  ],
  [
    2,
    `AFN ALL BDT CVE DJF DOP DZD EGP ETB GMD GYD HTG INR ISK JMD JPY KES KGS LKR LRD MKD MUR MZN NIO NPR PHP PKR RSD RUB
    SRD THB TRY TWD UAH UYU VUV XPF YER`,
  ],
  [3, 'AMD AOA ARS BIF CDF CLP CRC HUF KMF KRW KZT MMK MWK NGN RWF SOS TZS XAF XOF'],
  [4, 'COP GNF IDR KHR LAK MGA MNT PYG UGX UZS VND'],
  [5, 'LBP'],
]

/** Returns the limits of the price filter, or undefined for the specification's: 25, 50, and 100. */
export function priceLimits({ code }: Currency): string[] | undefined {
  const zeros = MORE_ZEROS.find(([, codes]) => codes.includes(code))?.[0]
  return zeros === undefined ? undefined : PRICE_LIMITS.map((limit) => limit + '0'.repeat(zeros))
}

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
