export type Theme = 'light' | 'dark'

const KEY = 'theme'

/** The paper of each theme (web/theme.css), for the bars that the browser draws around the page. */
export const THEME_COLORS: { theme: Theme; color: string }[] = [
  { theme: 'light', color: '#faf8f4' },
  { theme: 'dark', color: '#14120f' },
]

/** What is shown now: the choice, else the system's wish. */
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
    // Storage is forbidden: the choice holds for this page.
  }
}

/** Gives the browser's bars the chosen theme, if one was chosen; not before hydration, which would take them for others. */
export function paintBars() {
  const chosen = THEME_COLORS.find(({ theme }) => theme === document.documentElement.dataset.theme)
  if (!chosen) return
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', chosen.color)
}
