import { askProvider } from './ask-provider.js'
import { createFields } from './fields.js'

// The first page that sends a port gets the connection. Card details are never sent over it.
window.addEventListener('message', begin)

function begin({ source, data, ports: [line] }) {
  if (source !== window.parent || data?.kind !== 'setup' || !line) return
  window.removeEventListener('message', begin)
  applyAppearance(data.appearance)
  for (const { family, src, ...descriptors } of data.fonts)
    document.fonts.add(new FontFace(family, src, descriptors))
  document.documentElement.style.background = data.ground
  const fields = createFields(() =>
    line.postMessage({ kind: 'change', empty: fields.isEmpty(), complete: fields.isComplete() }),
  )
  const lock = (isLocked) => {
    for (const input of fields.inputs) input.readOnly = isLocked
  }
  // The form is hidden until now, because a digit typed before the fields listen would never be formatted.
  document.getElementById('sheet').hidden = false
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') line.postMessage({ kind: 'enter' })
  })
  reportHeight(line)
  line.onmessage = ({ data: message }) => respond(message)
  line.postMessage({ kind: 'ready' })

  async function respond(message) {
    const { kind, id } = message
    const result = kind === 'confirm' ? await confirm(message) : (refusal() ?? {})
    line.postMessage({ kind: 'answer', id, result })
  }

  function refusal() {
    const fault = fields.check()
    return fault && { error: { type: 'validation_error', ...fault } }
  }

  async function confirm({ path, parameters }) {
    const refused = refusal()
    if (refused) return refused
    lock(true)
    const method = { type: 'card', ...parameters.payment_method_data, card: fields.card() }
    const asked = { ...parameters, payment_method_data: method }
    const result = await askProvider(window.location.origin, data.key, 'POST', path, asked)
    lock(false)
    return result
  }
}

function reportHeight(line) {
  const form = document.getElementById('sheet')
  const tell = () =>
    line.postMessage({ kind: 'height', height: Math.ceil(form.getBoundingClientRect().height) })
  new ResizeObserver(tell).observe(form)
  tell()
}

const themes = {
  stripe: {
    colorPrimary: '#2f5fd0',
    colorBackground: '#ffffff',
    colorText: '#21242c',
    colorTextSecondary: '#5a6070',
    colorTextPlaceholder: '#6b7180',
    colorDanger: '#b3261e',
    inputColorBorder: '#8b91a0',
  },
  night: {
    colorPrimary: '#8ab4ff',
    colorBackground: '#26282f',
    colorText: '#f2f3f5',
    colorTextSecondary: '#b9bec9',
    colorTextPlaceholder: '#9aa0ad',
    colorDanger: '#ff9d92',
    inputColorBorder: '#6d7380',
  },
}

const shapes = {
  borderRadius: '6px',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", sans-serif',
  fontSizeBase: '16px',
  spacingUnit: '4px',
}

/** Applies a theme and the shop's overrides, which use Stripe's names. */
function applyAppearance({ theme = 'stripe', variables = {}, rules = {} } = {}) {
  const known = { ...shapes, ...(themes[theme] ?? themes.stripe) }
  const { borderColor = known.inputColorBorder } = rules['.Input'] ?? {}
  known.inputColorBorder = borderColor
  const root = document.documentElement
  root.style.colorScheme = theme === 'night' ? 'dark' : 'light'
  for (const name of Object.keys(known)) {
    root.style.setProperty(`--${name}`, String(variables[name] ?? known[name]))
  }
}
