import { type ComponentType, lazy } from 'react'

/** Milliseconds between one try to load code and the next. */
const PAUSES = [500, 2000, 6000]

/** A component whose code is loaded when it is first drawn; `load` imports its file. */
export function loadLater<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }))
}

/**
 * Imports a file. Without a connection it waits for one (a browser that has failed to load a file may not ask for it again), and
 * a server that is down for a moment is asked again, so that neither takes the page away from whoever is on it.
 * @throws what the last try threw
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    await online()
    try {
      return await load()
    } catch {
      await sleep(pause)
    }
  }
  await online()
  return load()
}

function sleep(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function online() {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}
