import { setTimeout as wait } from 'node:timers/promises'

let shift = 0

/** Returns the shop's time. All code uses it, so tests can shift the clock. */
export function now(): Date {
  return new Date(Date.now() + shift)
}

/** For tests: shifts the shop's time by this many milliseconds. 0 resets it. */
export function turnClock(ms: number) {
  shift = ms === 0 ? 0 : shift + ms
}

let speedup = 1

/** Waits before the next attempt or poll. Rejects once `signal` is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms / speedup, undefined, { signal })
}

/** For tests: shortens every pause by this factor. */
export function shortenPauses(factor: number) {
  speedup = factor
}
