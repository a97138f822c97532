/** How numbers are written in a locale. Doesn't import zod, so pages can load it early. */

/** Returns a number of the API, or a rate in percent, as people of this locale write it: '19,90', '8,1%'. */
export const showNumber = (wire: string, locale: string) =>
  /^\d+\.\d+%?$/.test(wire) ? wire.replace('.', decimalSign(locale)) : wire

export const decimalSign = (locale: string) => new Intl.NumberFormat(locale).format(0.5).charAt(1)
