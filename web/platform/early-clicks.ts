declare global {
  interface Window {
    /** Ends the keeping of clicks that before-paint.js began; absent where that script did not run. */
    takeEarlyClicks?: () => HTMLButtonElement[]
  }
}

/**
 * Takes the clicks that came before the app listens: called right before it does, so that none is lost or counted twice.
 * @returns what makes them again, once the app can answer
 */
export function takeEarlyClicks(): () => void {
  const buttons = window.takeEarlyClicks?.() ?? []
  return () => {
    // One after the other, so that each one sees what the one before it did.
    for (const button of buttons) setTimeout(() => button.click())
  }
}
