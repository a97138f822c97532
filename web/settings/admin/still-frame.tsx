import { useEffect, useRef, useState } from 'react'

/**
 * Shows a page in its width, scaled to the space. Its address is the admin's, so it can load the shop's pictures, but it
 * runs no scripts, and its links and forms do nothing.
 */
export function StillFrame({
  title,
  html = '',
  width,
}: {
  title: string
  html: string | undefined
  width: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const [space, setSpace] = useState(width)
  useEffect(() => {
    // A hidden element has no width.
    const measure = () => setSpace((before) => box.current?.clientWidth || before)
    measure()
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, space / width)
  // A new page starts at its top.
  const watchScrolling = () => {
    const page = frame.current?.contentWindow
    page?.scrollTo(0, scrolled.current)
    page?.addEventListener('scroll', () => {
      scrolled.current = page.scrollY
    })
  }
  return (
    <div
      ref={box}
      className="h-[70dvh] overflow-hidden rounded-card border border-hairline bg-surface"
      aria-busy={html === '' || undefined}
    >
      {html !== '' && (
        <iframe
          ref={frame}
          title={title}
          sandbox="allow-same-origin"
          srcDoc={html}
          className="origin-top-left"
          style={{
            width,
            height: `${100 / scale}%`,
            transform: `scale(${scale})`,
            marginLeft: Math.max(0, (space - width) / 2),
          }}
          onLoad={watchScrolling}
        />
      )}
    </div>
  )
}
