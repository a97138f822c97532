import { useEffect, useState } from 'react'
import { chooseTheme, currentTheme, paintBars, type Theme } from '../platform/theme.ts'
import { MoonIcon, SunIcon } from '../ui/icons.tsx'

/** Light or dark. Follows the system until the shopper chooses. */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  const [theme, setTheme] = useState<Theme>('light')
  useEffect(() => {
    setTheme(currentTheme())
    paintBars()
  }, [])
  const other: Theme = theme === 'light' ? 'dark' : 'light'
  return (
    <button
      type="button"
      className={`script-only inline-flex min-h-11 items-center gap-2 text-muted hover:text-ink hover:underline ${className}`}
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    >
      {theme === 'light' ? <MoonIcon /> : <SunIcon />} Switch to {other} theme
    </button>
  )
}
