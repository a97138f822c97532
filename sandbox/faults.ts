import { hash, randomInt } from 'node:crypto'
import type { Store } from './store.ts'

/** A way in which a stand-in can misbehave, declared by the stand-in. */
export interface FaultKind {
  kind: string
  /** What it does, as a sentence for the switchboard. */
  does: string
  /** How long it takes when nobody says; a kind without it takes no delay. */
  delayMs?: number
}

/** A switch that is on. */
export interface Fault {
  service: string
  kind: string
  /** How many uses it was set for; null means until it is switched off. */
  count: number | null
  left: number | null
  probability: number
  /** The same seed makes the same uses fail again. */
  seed: number
  delayMs: number
}

export interface FaultInput {
  count?: number | undefined
  probability?: number | undefined
  seed?: number | undefined
  delayMs?: number | undefined
}

export interface Faults {
  store: Store
  /** Service to the kinds it declares. */
  kinds: ReadonlyMap<string, readonly FaultKind[]>
}

export const faultTables = `
  create table if not exists faults (
    service text not null,
    kind text not null,
    count integer,
    left_over integer,
    probability real not null,
    seed integer not null,
    draws integer not null default 0,
    delay_ms integer not null,
    primary key (service, kind)
  ) strict;
`

/** Does this fault strike now? Counts the use when it does, so ask once for each thing that could go wrong. */
export function takeFault(faults: Faults, service: string, kind: string): Fault | null {
  if (!findKind(faults, service, kind)) throw new Error(`No stand-in declares the fault ${service}/${kind}`)
  const row = readRow(faults, service, kind)
  if (!row) return null
  const strikes = row.probability === 1 || chance(row.seed, row.draws) < row.probability
  if (!strikes || row.left_over === null) {
    if (row.probability < 1) countDraw(faults, row, row.left_over)
    return strikes ? faultOf(row) : null
  }
  const left = row.left_over - 1
  if (left === 0) clearFault(faults, service, kind)
  else countDraw(faults, row, left)
  return { ...faultOf(row), left }
}

/** Holds something up for as long as the fault says, or until the sandbox stops. */
export function waitOut(fault: Pick<Fault, 'delayMs'>, stopping: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', finish)
      done()
    }
    const timer = setTimeout(finish, fault.delayMs)
    stopping.addEventListener('abort', finish)
    if (stopping.aborted) finish()
  })
}

export function findKind(faults: Faults, service: string, kind: string): FaultKind | undefined {
  return faults.kinds.get(service)?.find((declared) => declared.kind === kind)
}

export function setFault(faults: Faults, service: string, kind: FaultKind, input: FaultInput): Fault {
  const { count = null, probability = 1, seed = randomInt(2 ** 31), delayMs = kind.delayMs ?? 0 } = input
  faults.store
    .prepare(
      `insert or replace into faults (service, kind, count, left_over, probability, seed, delay_ms)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(service, kind.kind, count, count, probability, seed, delayMs)
  return { service, kind: kind.kind, count, left: count, probability, seed, delayMs }
}

/** The switches that are on. One that an earlier version knew and nobody declares any more stays out of sight. */
export function listFaults(faults: Faults): Fault[] {
  const rows = faults.store
    .prepare('select * from faults order by service, kind')
    .all() as unknown as FaultRow[]
  return rows.filter((row) => findKind(faults, row.service, row.kind)).map(faultOf)
}

export function clearFault(faults: Faults, service: string, kind: string) {
  faults.store.prepare('delete from faults where service = ? and kind = ?').run(service, kind)
}

export function clearFaults(faults: Faults) {
  faults.store.exec('delete from faults')
}

interface FaultRow {
  service: string
  kind: string
  count: number | null
  left_over: number | null
  probability: number
  seed: number
  draws: number
  delay_ms: number
}

function readRow(faults: Faults, service: string, kind: string): FaultRow | undefined {
  const find = faults.store.prepare('select * from faults where service = ? and kind = ?')
  return find.get(service, kind) as FaultRow | undefined
}

/** A number from 0 to below 1 that depends on nothing but the seed and which draw it is. */
function chance(seed: number, draw: number): number {
  return hash('sha256', `${seed}:${draw}`, 'buffer').readUInt32BE() / 2 ** 32
}

function countDraw(faults: Faults, row: FaultRow, left: number | null) {
  faults.store
    .prepare('update faults set draws = draws + 1, left_over = ? where service = ? and kind = ?')
    .run(left, row.service, row.kind)
}

function faultOf(row: FaultRow): Fault {
  const { service, kind, count, probability, seed } = row
  return { service, kind, count, left: row.left_over, probability, seed, delayMs: row.delay_ms }
}
