import { useEffect, useState } from 'react'
import { chooseTheme, currentTheme, paintBars, type Theme } from '../platform/theme.ts'
import { IconButton } from '../ui/button.tsx'
import { MoonIcon, SunIcon } from '../ui/icons.tsx'

/** Light or dark: follows the system until somebody chooses. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('light')
  useEffect(() => {
    setTheme(currentTheme())
    paintBars()
  }, [])
  const other: Theme = theme === 'light' ? 'dark' : 'light'
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      className="script-only"
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    >
      {theme === 'light' ? <MoonIcon /> : <SunIcon />}
    </IconButton>
  )
}
