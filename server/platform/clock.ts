let shift = 0

/** The shop's time; all code asks here, so that a test can turn the clock. */
export function now(): Date {
  return new Date(Date.now() + shift)
}

/** Tests only: moves the shop's time by so many milliseconds; 0 sets it right again. */
export function turnClock(ms: number) {
  shift = ms === 0 ? 0 : shift + ms
}
