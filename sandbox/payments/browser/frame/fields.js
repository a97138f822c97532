import { brandOf, findNumberFault, formatNumber } from './card-number.js'

/** The three fields. They format the input, and show an error as soon as it is certain. */
export function createFields(onChange) {
  const [number, expiry, code] = ['number', 'expiry', 'cvc'].map((id) => document.getElementById(id))
  const badge = document.getElementById('brand')
  const digitsOf = (field) => field.value.replace(/\D/g, '')
  const brand = () => brandOf(digitsOf(number))
  const findCodeFault = (text, isFinal) =>
    isFinal && text.length < brand().code
      ? { code: 'incomplete_cvc', message: 'The security code is incomplete.' }
      : null

  const fields = [
    { input: number, format: formatNumber, find: findNumberFault },
    { input: expiry, format: formatExpiry, find: findExpiryFault },
    { input: code, format: (text) => text.replace(/\D/g, '').slice(0, brand().code), find: findCodeFault },
  ]

  function showBrand() {
    const { name, short = name, code: length } = brand()
    badge.textContent = short
    badge.hidden = name === ''
    code.placeholder = length === 4 ? '1234' : '123'
  }

  for (const { input, format, find } of fields) {
    input.addEventListener('input', (event) => {
      reformat(input, format, event.inputType?.startsWith('delete') ?? false)
      showBrand()
      showFault(input, find(input.value, false))
      onChange()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') showFault(input, find(input.value, true))
    })
    // The fields exist before this script runs, so earlier input had no listener.
    reformat(input, format, false)
  }
  showBrand()

  return {
    inputs: fields.map(({ input }) => input),
    isEmpty: () => fields.every(({ input }) => input.value === ''),
    isComplete: () => fields.every(({ input, find }) => input.value !== '' && !find(input.value, true)),
    /** Shows all errors, and returns the first one. */
    check() {
      const faults = fields.map(({ input, find }) => {
        const fault = find(input.value, true)
        showFault(input, fault)
        return fault
      })
      fields[faults.findIndex(Boolean)]?.input.focus()
      return faults.find(Boolean) ?? null
    },
    card() {
      const { month, year } = readExpiry(expiry.value)
      return { number: digitsOf(number), exp_month: month, exp_year: year, cvc: code.value }
    },
  }
}

/** Formats in place and keeps the caret after the same digit. */
function reformat(input, format, isErasing) {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
  const formatted = format(input.value, isErasing)
  if (formatted === input.value) return
  input.value = formatted
  if (isAtEnd) return
  let place = 0
  for (let digits = 0; digits < digitsBefore && place < formatted.length; place++) {
    if (/\d/.test(formatted[place])) digits++
  }
  input.setSelectionRange(place, place)
}

function showFault(input, fault) {
  const note = document.getElementById(`${input.id}-fault`)
  const message = fault?.message ?? ''
  input.setAttribute('aria-invalid', String(fault !== null))
  if (note.textContent !== message) note.textContent = message
}

/** Returns `12 / 34`, however it was typed: `1234`, `12/2034`, `5` for May. */
function formatExpiry(text, isErasing) {
  const [, first = '', second = ''] = /^(\d{1,2})\s*\/\s*(\d*)/.exec(text) ?? []
  const digits = first ? first.padStart(2, '0') + second : text.replace(/\D/g, '')
  const led = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const month = led.slice(0, 2)
  const year = /^20\d\d$/.test(led.slice(2)) ? led.slice(4) : led.slice(2, 4)
  if (month.length < 2 || (isErasing && year === '')) return month
  return `${month} / ${year}`
}

function readExpiry(text) {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? []
  return month === undefined ? null : { month: Number(month), year: 2000 + Number(year) }
}

function findExpiryFault(text, isFinal) {
  const now = new Date()
  if (/^\d\d/.test(text) && !/^(0[1-9]|1[0-2])/.test(text)) {
    return { code: 'invalid_expiry_month', message: 'The expiration month is invalid.' }
  }
  const expiry = readExpiry(text)
  if (!expiry) {
    return isFinal ? { code: 'incomplete_expiry', message: 'The expiration date is incomplete.' } : null
  }
  const months = expiry.year * 12 + expiry.month - 1 - (now.getFullYear() * 12 + now.getMonth())
  if (months < 0) return { code: 'invalid_expiry_year_past', message: 'This card has expired.' }
  if (months > 50 * 12) return { code: 'invalid_expiry_year', message: 'The expiration year is invalid.' }
  return null
}
