import { Counter, Gauge, type Registry } from 'prom-client'

/** A number for /metrics, read on request; with `label`, one number per label value. */
export type Figure = {
  name: string
  help: string
  label?: string
  read(): Promise<number | Record<string, number>>
}

/**
 * Adds the modules' metrics to /metrics. One that can't be read, for example because the database is unavailable, is
 * left out and counted, since the process metrics are needed most just then.
 */
export function serveFigures(registry: Registry, figures: Figure[]) {
  const unread = new Counter({
    name: 'plinth_figures_unread_total',
    help: 'Metrics that could not be read',
    labelNames: ['figure'],
    registers: [registry],
  })
  for (const { name, help, label, read } of figures) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        this.reset()
        const value = await read().catch(() => null)
        if (value === null) {
          if (!label) this.remove()
          unread.inc({ figure: name })
        } else if (typeof value === 'number') this.set(value)
        else for (const [of, count] of Object.entries(value)) this.set({ [label ?? '']: of }, count)
      },
    })
  }
}
