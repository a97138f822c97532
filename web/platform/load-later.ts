import { type ComponentType, lazy } from 'react'

/** Milliseconds between attempts to load code. */
const PAUSES = [500, 2000, 6000]

/** Returns a component whose code is loaded when it is first rendered. `load` imports its file. */
export function loadLater<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }))
}

/**
 * Imports a file. While offline, it waits for a connection, because a browser that failed to load a file may not
 * request it again. Retries while a server is briefly unavailable, so the user doesn't lose the page.
 * @throws the error of the last attempt
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
