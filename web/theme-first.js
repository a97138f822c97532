/* Runs before the first paint, so that a chosen theme does not flash the other one first. */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  /* Storage is forbidden: the system decides. */
}
document.documentElement.dataset.script = ''
