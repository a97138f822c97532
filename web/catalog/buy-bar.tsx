import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * The purchase controls. On a phone, they move to the bottom edge of the screen while their original position is out of
 * view.
 */
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
    <div ref={place} className={`buy-bar mt-6 ${isOutOfSight ? 'pinned' : ''}`}>
      <div className="flex items-center gap-3">{children}</div>
    </div>
  )
}

const WHOLE = 0.95
/** Height of the sticky header on a phone. */
const BELOW_HEADER = '-110px 0px 0px'
