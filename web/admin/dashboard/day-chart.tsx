import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type ComponentProps, useCallback, useState } from 'react'
import { formatDay, UTC } from '#contract/dates.ts'
import { useFormats } from '../../platform/formats.ts'
import { Card } from '../list-frame.tsx'

type DayBar = { day: string; value: number }

const HEIGHT = 240
const MARGIN = { top: 12, right: 22, bottom: 28, left: 56 }
/** Width of a label below the bars. */
const LABEL_WIDTH = 72
const INNER_HEIGHT = HEIGHT - MARGIN.top - MARGIN.bottom

/**
 * A bar per day, with the hovered day's value above the chart. Screen readers get the total, and the table below the
 * charts.
 */
export function DayChart({
  title,
  total,
  note,
  definition,
  bars,
  format,
  tick,
}: {
  title: string
  total: string
  note?: string
  /** Explains the total. */
  definition: string
  bars: DayBar[]
  format(value: number): string
  /** Formats a value for the axis. */
  tick(value: number): string
}) {
  const { locale } = useFormats()
  const { ref, width } = useWidth()
  const [pointed, setPointed] = useState<string | null>(null)
  const shown = bars.find(({ day }) => day === pointed)
  return (
    <Card title={title}>
      <p className="mt-1 text-muted text-sm">
        {definition}
        {note && ` ${note}`}
      </p>
      <p aria-hidden="true" className="mt-1 min-h-5 text-sm tabular-nums">
        {shown && `${dayText(shown.day, locale)}: ${format(shown.value)}`}
      </p>
      <div ref={ref} className="relative mt-3 h-60">
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width="100%"
          height="100%"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${total}`}
          className="absolute inset-0 text-accent"
          onPointerLeave={() => setPointed(null)}
        >
          <Bars bars={bars} width={width} tick={tick} pointed={pointed} onPoint={setPointed} />
        </svg>
      </div>
    </Card>
  )
}

function Bars({
  bars,
  width,
  tick,
  pointed,
  onPoint,
}: {
  bars: DayBar[]
  width: number
  tick(value: number): string
  pointed: string | null
  onPoint(day: string): void
}) {
  const right = Math.max(width - MARGIN.right, MARGIN.left)
  const x = scaleBand({ domain: bars.map(({ day }) => day), range: [MARGIN.left, right], padding: 0.25 })
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const y = scaleLinear({ domain: [0, highest], range: [MARGIN.top + INNER_HEIGHT, MARGIN.top], nice: 4 })
  return (
    <>
      <Axes x={x} y={y} right={right} tick={tick} />
      {bars.map(({ day, value }) => (
        <g key={day} onPointerEnter={() => onPoint(day)} onPointerDown={() => onPoint(day)}>
          <Bar
            x={x(day)}
            y={y(value)}
            width={x.bandwidth()}
            height={y(0) - y(value)}
            rx={Math.min(3, x.bandwidth() / 3)}
            fill="currentColor"
            fillOpacity={pointed === null || pointed === day ? 1 : 0.45}
          />
          {/* The whole column responds to the pointer. */}
          <Bar
            x={(x(day) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={MARGIN.top}
            width={x.step()}
            height={INNER_HEIGHT}
            fill="transparent"
          />
        </g>
      ))}
    </>
  )
}

/** The grid, the values on the left, and as many days as fit. */
function Axes({
  x,
  y,
  right,
  tick,
}: {
  x: ReturnType<typeof scaleBand<string>>
  y: ReturnType<typeof scaleLinear<number>>
  right: number
  tick(value: number): string
}) {
  const { locale } = useFormats()
  const days = x.domain()
  const everyNth = Math.max(1, Math.ceil((days.length * LABEL_WIDTH) / (right - MARGIN.left)))
  const ticks = y.ticks(4).filter(Number.isInteger)
  // Counted from today, which always has a label.
  const named = days.filter((_, index) => (days.length - 1 - index) % everyNth === 0)
  return (
    <>
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={right - MARGIN.left}
        tickValues={ticks}
        className="stroke-hairline"
        stroke=""
      />
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => tick(Number(value))}
        tickComponent={({ formattedValue, ...at }) => (
          <Label {...at} dy="0.3em" textAnchor="end">
            {formattedValue}
          </Label>
        )}
      />
      <AxisBottom
        scale={x}
        top={MARGIN.top + INNER_HEIGHT}
        tickValues={named}
        hideTicks
        axisLineClassName="stroke-control"
        stroke=""
        tickFormat={(day) => dayText(day, locale)}
        tickComponent={({ formattedValue, ...at }) => (
          <Label {...at} dy="0.5em" textAnchor="middle">
            {formattedValue}
          </Label>
        )}
      />
    </>
  )
}

function Label({
  x,
  y,
  dy,
  textAnchor,
  children,
}: Pick<ComponentProps<'text'>, 'x' | 'y' | 'dy' | 'textAnchor' | 'children'>) {
  return (
    <text x={x} y={y} dy={dy} textAnchor={textAnchor} className="fill-muted text-xs tabular-nums">
      {children}
    </text>
  )
}

/** Returns 'Nov 21' for 2026-11-21. */
const dayText = (day: string, locale: string) => formatDay(day, { locale, timeZone: UTC }, 'short')

/** Width if there is no layout, for example in a test. */
const ASSUMED = 480

/**
 * Returns an element's width in CSS pixels, from the first render on. A hidden element has no width, so the last one is
 * kept, and nothing is ever drawn with zero width.
 */
function useWidth() {
  const [width, setWidth] = useState(ASSUMED)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
