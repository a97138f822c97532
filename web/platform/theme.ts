export type Theme = 'light' | 'dark'

const KEY = 'theme'

/** The background of each theme (web/theme.css), for the browser's bars around the page. */
export const THEME_COLORS: { theme: Theme; color: string }[] = [
  { theme: 'light', color: '#faf8f4' },
  { theme: 'dark', color: '#14120f' },
]

/** Returns the current theme: the user's choice, otherwise the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  paintBars()
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

/** Applies a chosen theme to the browser's bars. Call it after hydration, which would otherwise report a mismatch. */
export function paintBars() {
  const chosen = THEME_COLORS.find(({ theme }) => theme === document.documentElement.dataset.theme)
  if (!chosen) return
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', chosen.color)
}
