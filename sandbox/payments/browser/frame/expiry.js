/** `12 / 34`, whatever was typed: `1234`, `12/2034`, `5` for May. */
export function formatExpiry(text, isErasing) {
  const [, first = '', second = ''] = /^(\d{1,2})\s*\/\s*(\d*)/.exec(text) ?? []
  const digits = first ? first.padStart(2, '0') + second : text.replace(/\D/g, '')
  const led = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const month = led.slice(0, 2)
  const year = /^20\d\d$/.test(led.slice(2)) ? led.slice(4) : led.slice(2, 4)
  if (month.length < 2 || (isErasing && year === '')) return month
  return `${month} / ${year}`
}

export function readExpiry(text) {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? []
  return month === undefined ? null : { month: Number(month), year: 2000 + Number(year) }
}

export function findExpiryFault(text, isFinal, now = new Date()) {
  if (/^\d\d/.test(text) && !/^(0[1-9]|1[0-2])/.test(text)) {
    return { code: 'invalid_expiry_month', message: 'This month does not exist.' }
  }
  const expiry = readExpiry(text)
  if (!expiry) {
    return isFinal ? { code: 'incomplete_expiry', message: 'The expiration date is not complete yet.' } : null
  }
  const months = expiry.year * 12 + expiry.month - 1 - (now.getFullYear() * 12 + now.getMonth())
  if (months < 0) return { code: 'invalid_expiry_year_past', message: 'This card has expired.' }
  if (months > 50 * 12) return { code: 'invalid_expiry_year', message: 'This year is too far away.' }
  return null
}
