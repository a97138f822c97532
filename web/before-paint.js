/* Runs before the first paint, so that a chosen theme does not flash the other one first. */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  /* Storage is forbidden: the system decides. */
}
document.documentElement.dataset.script = ''

/*
 * On a slow machine somebody clicks before the app is there to answer. Links and forms work by themselves; clicks on other
 * buttons are kept, and the app makes them again when it starts (platform/early-clicks.ts).
 */
{
  const kept = []
  const keep = ({ target }) => {
    const button = target.closest('button[type="button"]')
    if (button) kept.push(button)
  }
  document.addEventListener('click', keep, true)
  window.takeEarlyClicks = () => {
    document.removeEventListener('click', keep, true)
    return kept.splice(0)
  }
}
