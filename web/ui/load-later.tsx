import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Pending } from './feedback.tsx'

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

/**
 * Loads its content (a lazy component) when first needed, and keeps it mounted, so it can animate when closing. Until
 * the code has loaded, the page shows 'Loading...' (spec section 2). `isQuiet` shows no status, because no one is
 * waiting.
 */
export function MountOnDemand({
  isWanted,
  isQuiet = false,
  children,
}: {
  isWanted: boolean
  isQuiet?: boolean
  children: ReactNode
}) {
  const [wasWanted, setWasWanted] = useState(false)
  if (isWanted && !wasWanted) setWasWanted(true)
  return wasWanted && <Suspense fallback={isQuiet ? null : <Pending />}>{children}</Suspense>
}
