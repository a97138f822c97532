import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ApiError, type InputOf, reasonOf, useApi } from '../../platform/api.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

type Draft = InputOf<'POST /api/admin/settings/preview'>

/** Milliseconds without typing before the page is drawn again. */
const PAUSE_MS = 400
const WIDTHS = { Phone: 375, Desktop: 1280 }
const THEMES = { Light: 'light', Dark: 'dark' }

/** The home page with the values of the form, which aren't saved. */
export function HomePreview() {
  const [width, setWidth] = useState<keyof typeof WIDTHS>('Desktop')
  const [theme, setTheme] = useState<keyof typeof THEMES>('Light')
  const { html, problem } = useDrawnPage(useWatch() as Draft)
  return (
    <section aria-label="Preview" className="min-w-0 xl:sticky xl:top-8 xl:self-start">
      <div className="mb-3 flex flex-wrap justify-between gap-3">
        <Choice<keyof typeof WIDTHS> label="Width" options={WIDTHS} value={width} onChange={setWidth} />
        <Choice<keyof typeof THEMES> label="Theme" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      <p role="status" className="text-muted text-sm">
        {problem && <span className="mb-3 block">{problem}</span>}
      </p>
      <Frame width={WIDTHS[width]} html={html.replace('<html ', `<html data-theme="${THEMES[theme]}" `)} />
      <p className="mt-2 text-muted text-sm">
        The home page with your changes. Visitors see them once you save.
      </p>
    </section>
  )
}

/** Returns the page of the last valid draft, and what is wrong with the current one. */
function useDrawnPage(values: Draft) {
  const api = useApi()
  const draft = useDebounced(JSON.stringify(values), PAUSE_MS)
  const [html, setHtml] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      try {
        const drawn = await api.call('POST /api/admin/settings/preview', JSON.parse(draft) as Draft)
        if (!isCurrent) return
        setHtml(drawn.html)
        setProblem('')
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setProblem(`The preview is out of date: ${reasonOf(error, 'it couldn’t be loaded.')}`)
      }
    }
    void draw()
    return () => {
      isCurrent = false
    }
  }, [api, draft])
  return { html, problem }
}

function Choice<Option extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: Readonly<Record<Option, unknown>>
  value: Option
  onChange(option: Option): void
}) {
  return (
    <fieldset className="inline-flex rounded-field border border-control">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as Option[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          className="min-h-11 rounded-field px-4 text-sm aria-pressed:bg-ink aria-pressed:text-paper"
          onClick={() => onChange(option)}
        >
          {option}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * Shows the page in its width, scaled to the space. Its address is the admin's, so it can load the shop's pictures, but it
 * runs no scripts, and its links and forms do nothing.
 */
function Frame({ html, width }: { html: string; width: number }) {
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
          title="Home page"
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
