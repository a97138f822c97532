import { layGround, loadFonts, wear } from './appearance.js'
import { askProvider } from './ask-provider.js'
import { createFields } from './fields.js'

// The first page that speaks gets the line; card details never leave by it.
window.addEventListener('message', begin)

function begin({ source, data, ports: [line] }) {
  if (source !== window.parent || data?.kind !== 'setup' || !line) return
  window.removeEventListener('message', begin)
  wear(data.appearance)
  loadFonts(data.fonts)
  layGround(data.ground)
  const fields = createFields(() =>
    line.postMessage({ kind: 'change', empty: fields.isEmpty(), complete: fields.isComplete() }),
  )
  const lock = (isLocked) => {
    for (const input of fields.inputs) input.readOnly = isLocked
  }
  lock(data.readOnly)
  // Hidden until now: a digit typed before the fields listen would never be formatted.
  document.getElementById('sheet').hidden = false
  reportFocus(line)
  reportHeight(line)
  line.onmessage = ({ data: message }) => obey(message)
  line.postMessage({ kind: 'ready' })

  async function obey(message) {
    const { kind, id } = message
    if (kind === 'appearance') wear(message.appearance)
    else if (kind === 'ground') layGround(message.ground)
    else if (kind === 'options') lock(message.readOnly)
    else if (kind === 'focus') fields.inputs[0].focus()
    else if (kind === 'blur') document.activeElement?.blur()
    else if (kind === 'clear') fields.clear()
    else if (kind === 'check') line.postMessage({ kind: 'answer', id, result: refusal() ?? {} })
    else if (kind === 'confirm') line.postMessage({ kind: 'answer', id, result: await confirm(message) })
  }

  function refusal() {
    const fault = fields.check()
    return fault && { error: { type: 'validation_error', ...fault } }
  }

  async function confirm({ address, parameters }) {
    const refused = refusal()
    if (refused) return refused
    lock(true)
    const method = { type: 'card', ...parameters.payment_method_data, card: fields.card() }
    const asked = { ...parameters, payment_method_data: method }
    const result = await askProvider(window.location.origin, data.key, 'POST', address, asked)
    lock(data.readOnly)
    return result
  }
}

function reportFocus(line) {
  let isInside = false
  document.addEventListener('focusin', () => {
    if (!isInside) line.postMessage({ kind: 'focus' })
    isInside = true
  })
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget) return
    isInside = false
    line.postMessage({ kind: 'blur' })
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') line.postMessage({ kind: 'escape' })
    if (key === 'Enter') line.postMessage({ kind: 'enter' })
  })
}

function reportHeight(line) {
  const form = document.getElementById('sheet')
  const tell = () =>
    line.postMessage({ kind: 'height', height: Math.ceil(form.getBoundingClientRect().height) })
  new ResizeObserver(tell).observe(form)
  tell()
}
