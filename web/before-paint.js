/* Runs before the first paint, to avoid a flash of the other theme or of 'Sign In'. */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  // A visitor with a token appears signed in until the app has checked (platform/auth-token.ts).
  if (localStorage.getItem('auth_token')) document.documentElement.dataset.signedIn = ''
} catch {
  /* Without storage, the system's theme applies. */
}
document.documentElement.dataset.script = ''

/*
 * On a slow machine, users click before the app has loaded. Links and forms work without it. Clicks on other buttons are stored, and the app repeats them when it starts (platform/early-clicks.ts).
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
 * A page with a large photograph is complete without the app, which would only delay the photograph. The app is loaded once the photograph is painted, or as soon as the user interacts with the page.
 */
if (document.currentScript.dataset.scripts) {
  const [scripts, preloads] = ['scripts', 'preloads'].map((name) =>
    document.currentScript.dataset[name].split(' ').filter(Boolean),
  )
  const event = (target, name) =>
    new Promise((resolve) => target.addEventListener(name, resolve, { once: true, capture: true }))
  const add = (kind, values) => document.head.append(Object.assign(document.createElement(kind), values))

  // The app reads its state at the end of the page.
  const parsed = event(document, 'DOMContentLoaded')
  const touched = Promise.race([event(window, 'pointerdown'), event(window, 'keydown')])
  const painted = new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
  )
  const photograph = new Promise((resolve) =>
    document.addEventListener('load', ({ target }) => target.fetchPriority === 'high' && resolve(), true),
  )
  // The window's event covers photographs that failed to load.
  const loaded = Promise.race([photograph, event(window, 'load')])
  // The first frame draws it, and at the second one it is on the screen.
  const frame = () => new Promise(requestAnimationFrame)
  const shown = Promise.all([painted, loaded]).then(frame).then(frame)

  // A hidden page is never painted.
  void Promise.race([touched, shown, ...(document.hidden ? [parsed] : [])]).then(async () => {
    for (const href of preloads) add('link', { rel: 'modulepreload', fetchPriority: 'low', href })
    await parsed
    for (const src of scripts) add('script', { type: 'module', async: false, fetchPriority: 'low', src })
  })
}
