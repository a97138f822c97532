import { readFileSync } from 'node:fs'

/** Records of sandbox/traffic.ts. */
type Exchange = {
  kind: 'exchange'
  method: string
  url: string
  authorization: string
  type: string
  request: string
  status: number
  response: string
}
type Webhook = { kind: 'webhook'; url: string; headers: Record<string, string>; request: string }
export type Traffic = { exchanges: Exchange[]; webhooks: Webhook[] }

export function readTraffic(file: string): Traffic {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const all = lines.map((line) => JSON.parse(line) as Exchange | Webhook)
  return {
    exchanges: all.filter((one) => one.kind === 'exchange'),
    webhooks: all.filter((one) => one.kind === 'webhook'),
  }
}

/** A sample to check: a value, and the type that it must have. */
export type Sample = { type: string; value: unknown; where: string }

/** Keeps one of several samples that differ only in IDs, times, and amounts. */
export function distinct(samples: Sample[]): Sample[] {
  const seen = new Map<string, Sample>()
  for (const sample of samples) {
    const shape = JSON.stringify([sample.type, shapeOf(sample.value)])
    if (!seen.has(shape)) seen.set(shape, sample)
  }
  return [...seen.values()]
}

function shapeOf(value: unknown): unknown {
  if (typeof value === 'number') return 0
  if (typeof value === 'string')
    return /[^a-z_.]/.test(value) && !/^\w{1,24}$/.test(value) ? 'text' : value.replace(/\d+/g, '0')
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))]
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}
