export interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  /** Points restored per second. */
  restoreRate: number
}

/** A bucket of points that refills over time. */
export interface Bucket {
  /** Spends points. @returns false if there aren't enough */
  consume(points: number): boolean
  empty(): void
  status(): ThrottleStatus
}

/** Reads `limits` each time, so a change takes effect immediately. */
export function openBucket(
  limits: () => { size: number; rate: number },
  now: () => number = () => performance.now(),
): Bucket {
  let spent = 0
  let seenAt = now()

  function refill() {
    const at = now()
    const { size, rate } = limits()
    spent = Math.min(size, Math.max(0, spent - ((at - seenAt) / 1000) * rate))
    seenAt = at
    return { available: size - spent, size, rate }
  }

  return {
    consume(points) {
      if (refill().available < points) return false
      spent += points
      return true
    },
    empty() {
      spent = refill().size
    },
    status() {
      const { available, size, rate } = refill()
      return { maximumAvailable: size, currentlyAvailable: Math.floor(available), restoreRate: rate }
    },
  }
}
