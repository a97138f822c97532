import { brandOf, findNumberFault, formatNumber } from './card-number.js'
import { findExpiryFault, formatExpiry, readExpiry } from './expiry.js'

/** The three fields: they format while somebody types, and say what is wrong as soon as it is sure. */
export function createFields(onChange) {
  const [number, expiry, code] = ['number', 'expiry', 'cvc'].map((id) => document.getElementById(id))
  const badge = document.getElementById('brand')
  const digitsOf = (field) => field.value.replace(/\D/g, '')
  const brand = () => brandOf(digitsOf(number))
  const findCodeFault = (text, isFinal) =>
    isFinal && text.length < brand().code
      ? { code: 'incomplete_cvc', message: 'The security code is not complete yet.' }
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
    // The fields are there before this script: what was typed until now had no listener.
    reformat(input, format, false)
  }
  showBrand()

  return {
    inputs: fields.map(({ input }) => input),
    isEmpty: () => fields.every(({ input }) => input.value === ''),
    isComplete: () => fields.every(({ input, find }) => input.value !== '' && !find(input.value, true)),
    /** Shows everything that is wrong or missing; gives the first fault. */
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
    clear() {
      for (const { input } of fields) {
        input.value = ''
        showFault(input, null)
      }
      showBrand()
      onChange()
    },
  }
}

/** Formats in place: the caret stays behind the digit that it was behind. */
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
