import { onSignals } from './signals.mjs'

/**
 * A promise that resolves when we should stop: on a signal, or because npm, which started us, has exited. A user who presses
 * Ctrl-C again does not want to wait, so `stopNow` is called.
 */
export function stopRequest(stopNow) {
  return new Promise((asked) => {
    let askedAt = null
    onSignals((signal) => {
      askedAt ??= Date.now()
      asked()
      // One Ctrl-C comes twice: the terminal sends it to us, and npm passes its own on.
      if (signal === 'SIGINT' && Date.now() - askedAt > 500) stopNow()
    })
    if (process.env.npm_lifecycle_event) onParentGone(asked)
  })
}

function onParentGone(asked) {
  const parent = process.ppid
  const look = () => {
    if (process.ppid !== parent) asked()
  }
  setInterval(look, 1000).unref()
}
