import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The way to buy. On a phone it moves to the lower edge of the screen while its own place is out of sight. */
export function BuyBar({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isOutOfSight, setOutOfSight] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      ([entry]) => setOutOfSight(entry !== undefined && entry.intersectionRatio < WHOLE),
      { threshold: [0, WHOLE], rootMargin: `-${HEADER_PX}px 0px 0px 0px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} data-pinned={isOutOfSight || undefined} className="buy-bar mt-6 min-h-11">
      <div className="flex items-center gap-3">{children}</div>
    </div>
  )
}

const WHOLE = 0.95
/** What lies behind the header of a phone is out of sight, too. */
const HEADER_PX = 110
