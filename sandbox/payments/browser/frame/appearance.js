/** Colours of the two themes; a shop may change them by Stripe's names for them. */
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

export function wear({ theme = 'stripe', variables = {}, rules = {} } = {}) {
  const known = { ...shapes, ...(themes[theme] ?? themes.stripe) }
  const { borderColor = known.inputColorBorder } = rules['.Input'] ?? {}
  known.inputColorBorder = borderColor
  const root = document.documentElement
  root.style.colorScheme = theme === 'night' ? 'dark' : 'light'
  for (const name of Object.keys(known)) {
    root.style.setProperty(`--${name}`, String(variables[name] ?? known[name]))
  }
}

/** The shop's own fonts; the frame is complete without them. */
export function loadFonts(fonts) {
  for (const { family, src, ...descriptors } of fonts)
    document.fonts.add(new FontFace(family, src, descriptors))
}

export function layGround(ground) {
  document.documentElement.style.background = ground
}
