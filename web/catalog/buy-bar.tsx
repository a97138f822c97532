import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The way to buy. On a phone it moves to the lower edge of the screen while its own place is out of sight. */
export function BuyBar({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isOutOfSight, setOutOfSight] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setOutOfSight((entries.at(-1)?.intersectionRatio ?? 1) < WHOLE),
      { threshold: WHOLE, rootMargin: BELOW_HEADER },
    )
    observer.observe(place.current as Element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} data-pinned={isOutOfSight || undefined} className="buy-bar mt-6">
      <div className="flex items-center gap-3">{children}</div>
    </div>
  )
}

const WHOLE = 0.95
/** What lies behind the header of a phone is out of sight, too. */
const BELOW_HEADER = '-110px 0px 0px'
