const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Calls `listener` for each signal that asks us to stop, until the function that it returns is called. */
export function onSignals(listener) {
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
