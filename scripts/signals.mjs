const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Calls `listener` for each signal to stop. @returns a function that removes the listener */
export function onSignals(listener) {
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
