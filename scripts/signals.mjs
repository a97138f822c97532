const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Calls `hear` for each signal that asks us to stop, until the function that it returns is called. */
export function onSignals(hear) {
  for (const signal of signals) process.on(signal, hear)
  return () => {
    for (const signal of signals) process.off(signal, hear)
  }
}
