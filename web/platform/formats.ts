import { createContext, useContext } from 'react'
import {
  type Currency,
  currencyPlural,
  formatCents,
  formatMoney,
  type MoneyFormat,
  parsePayable,
} from '#contract/money.ts'

/** The formats of the shop's amounts and numbers. */
export type Formats = {
  /** Null until the shop's settings are loaded, or if loading failed. */
  currency: Currency | null
  locale: string
  /** IANA name. Dates are formatted by dates.ts. */
  timeZone: string
  /** Whether a discount is shown with the lowest prior price (Directive 98/6/EC, article 6a). */
  hasPriorPrices: boolean
  /** "1234.50" from the API -> "$1,234.50" */
  formatMoney(wire: string): string
  formatCents(cents: number): string
  /** "25" from a URL -> "$25", with the digits as entered */
  formatTyped(text: string): string
  /** Parses a typed amount to cents, or returns null if it isn't one. */
  parseCents(text: string): number | null
}

/** Until the currency is known, amounts have no symbol. That is understandable, and a wrong symbol would be misleading. */
const UNKNOWN: Formats = {
  currency: null,
  hasPriorPrices: false,
  locale: 'en-US',
  timeZone: 'UTC',
  formatMoney: (wire) => wire,
  formatCents: () => '–',
  formatTyped: (text) => text,
  parseCents: () => null,
}

export const FormatsContext = createContext(UNKNOWN)

export const useFormats = () => useContext(FormatsContext)

type ShopFormat = MoneyFormat & { timeZone?: string; shipsToEu?: boolean }

/** The latest formats, because every page of a server has the same ones, with the amounts formatted so far. */
let latest: { key: string; formats: Formats } | undefined
const AMOUNTS_MAX = 5000

/** @param shop the shop's settings, once they are loaded */
export function formatsOf(shop: ShopFormat | undefined): Formats {
  if (!shop) return UNKNOWN
  const { currency, locale, timeZone, shipsToEu } = shop
  const key = `${currency.code} ${currency.exponent} ${locale} ${timeZone} ${shipsToEu}`
  if (latest?.key !== key) latest = { key, formats: createFormats(shop) }
  return latest.formats
}

function createFormats({ currency, locale, timeZone = 'UTC', shipsToEu = false }: ShopFormat): Formats {
  const shop = { currency, locale }
  const amounts = new Map<string, string>()
  const formatKnown = (wire: string) => {
    const known = amounts.get(wire)
    if (known !== undefined) return known
    if (amounts.size >= AMOUNTS_MAX) amounts.clear()
    const text = formatMoney(wire, shop)
    amounts.set(wire, text)
    return text
  }
  return {
    currency,
    hasPriorPrices: shipsToEu,
    locale,
    timeZone,
    formatMoney: formatKnown,
    formatCents: (cents) => formatCents(cents, shop),
    formatTyped: (text) => {
      const [isAmount, fraction = ''] = /^\d+(?:\.(\d{1,3}))?$/.exec(text) ?? []
      return isAmount
        ? formatMoney(text, { locale, currency: { ...currency, exponent: fraction.length } })
        : text
    },
    parseCents: (text) => parsePayable(text, currency),
  }
}

/** "US dollars", or "the shop’s currency" if it isn't known yet. */
export const currencyName = (currency: Currency | null) =>
  currency ? currencyPlural(currency.code) : 'the shop’s currency'

/** An amount in a cell or a sentence. */
export function Amount({ of }: { of: string }) {
  return useFormats().formatMoney(of)
}
