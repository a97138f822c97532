import { onSignals } from './signals.mjs'

/**
 * Returns a promise that resolves when this process should stop: on a signal, or because the npm that started it has exited.
 * A second Ctrl-C calls `stopNow`, because the user doesn't want to wait.
 */
export function stopRequest(stopNow) {
  return new Promise((asked) => {
    let askedAt = null
    onSignals((signal) => {
      askedAt ??= Date.now()
      asked()
      // One Ctrl-C arrives twice: from the terminal, and forwarded by npm.
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
