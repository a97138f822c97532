/* Runs before the first paint, so that neither the other theme nor 'Sign In' flashes first. */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  // Who has a token is shown as signed in until the app knows better (platform/auth-token.ts).
  if (localStorage.getItem('auth_token')) document.documentElement.dataset.signedIn = ''
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

/*
 * A page that is led by a photograph is complete without the app, which would only keep that waiting: the app is loaded once it is
 * painted, or at once when somebody touches the page.
 */
if (document.currentScript.dataset.scripts) {
  const [scripts, preloads] = ['scripts', 'preloads'].map((name) =>
    document.currentScript.dataset[name].split(' ').filter(Boolean),
  )
  const event = (target, name) =>
    new Promise((resolve) => target?.addEventListener(name, resolve, { once: true, capture: true }))
  const add = (kind, values) => document.head.append(Object.assign(document.createElement(kind), values))

  // The app reads its state at the end of the page.
  const parsed = event(document, 'DOMContentLoaded')
  const touched = Promise.race([event(window, 'pointerdown'), event(window, 'keydown')])
  const painted = new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
  )
  const photograph = document.querySelector('link[rel="preload"][as="image"]')
  // The window's: where the photograph came before we listened, or failed to come.
  const loaded = Promise.race([event(photograph, 'load'), event(window, 'load')])
  // The first frame draws it, at the second one it is on the screen.
  const frame = () => new Promise(requestAnimationFrame)
  const shown = Promise.all([painted, loaded]).then(frame).then(frame)

  // What nobody looks at is never painted.
  void Promise.race([touched, shown, ...(document.hidden ? [parsed] : [])]).then(async () => {
    for (const href of preloads) add('link', { rel: 'modulepreload', fetchPriority: 'low', href })
    await parsed
    for (const src of scripts) add('script', { type: 'module', async: false, fetchPriority: 'low', src })
  })
}
