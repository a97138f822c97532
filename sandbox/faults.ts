import { hash, randomInt } from 'node:crypto'
import { z } from 'zod'
import { findRow, insertRow, listRows, run, type Store } from './store.ts'

/** A kind of fault, declared by an emulator. */
export interface FaultKind {
  kind: string
  /** Description for the start page. */
  does: string
  /** Default delay, omitted if the kind has none. */
  delayMs?: number
}

/** A fault that is switched on. */
export interface Fault {
  service: string
  kind: string
  /** Number of times it takes effect, or null until it is switched off. */
  count: number | null
  left: number | null
  probability: number
  /** Makes random draws repeatable. */
  seed: number
  delayMs: number
}

export const FaultInput = z.strictObject({
  count: z.int('count must be a whole number').min(1, 'count must be at least 1').max(1_000_000).optional(),
  probability: z
    .number('probability must be a number')
    .min(0)
    .max(1, 'probability must be from 0 to 1')
    .optional(),
  seed: z.int('seed must be a whole number').optional(),
  delayMs: z
    .int('delayMs must be a whole number')
    .min(0)
    .max(600_000, 'delayMs must be at most 600000')
    .optional(),
})
export type FaultInput = z.infer<typeof FaultInput>

export interface Faults {
  store: Store
  /** The kinds of fault by service. */
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

/** Returns the fault if it takes effect now, and counts it. Call it once per opportunity to fail. */
export function takeFault(faults: Faults, service: string, kind: string): Fault | null {
  if (!findKind(faults, service, kind)) throw new Error(`No emulator declares the fault ${service}/${kind}`)
  const sql = `select ${columns} from faults where service = ? and kind = ?`
  const row = findRow<FaultRow>(faults.store, sql, service, kind)
  if (!row) return null
  const strikes = row.probability === 1 || chance(row.seed, row.draws) < row.probability
  if (!strikes || row.left === null) {
    if (row.probability < 1) countDraw(faults, row, row.left)
    return strikes ? faultOf(row) : null
  }
  const left = row.left - 1
  if (left === 0) clearFault(faults, service, kind)
  else countDraw(faults, row, left)
  return { ...faultOf(row), left }
}

/** Waits for the fault's delay, or until the sandbox stops. */
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

/** Waits for the delay of a fault, if it takes effect now. */
export async function waitIfFaulty({ faults, stopping }: FaultyWorld, service: string, kind: string) {
  const fault = takeFault(faults, service, kind)
  if (fault) await waitOut(fault, stopping)
}

interface FaultyWorld {
  faults: Faults
  stopping: AbortSignal
}

export function findKind(faults: Faults, service: string, kind: string): FaultKind | undefined {
  return faults.kinds.get(service)?.find((declared) => declared.kind === kind)
}

export function setFault(faults: Faults, service: string, kind: FaultKind, input: FaultInput): Fault {
  const { count = null, probability = 1, seed = randomInt(2 ** 31), delayMs = kind.delayMs ?? 0 } = input
  const row = { service, kind: kind.kind, count, left_over: count, probability, seed, delay_ms: delayMs }
  insertRow(faults.store, 'faults', row, 'or replace')
  return { service, kind: kind.kind, count, left: count, probability, seed, delayMs }
}

/** Returns the active faults, except those that no service declares. */
export function listFaults(faults: Faults): Fault[] {
  return listRows<FaultRow>(faults.store, `select ${columns} from faults order by service, kind`)
    .filter(({ service, kind }) => findKind(faults, service, kind))
    .map(faultOf)
}

export function clearFault(faults: Faults, service: string, kind: string) {
  run(faults.store, 'delete from faults where service = ? and kind = ?', service, kind)
}

export function clearFaults(faults: Faults) {
  faults.store.exec('delete from faults')
}

type FaultRow = Fault & { draws: number }

const columns = 'service, kind, count, left_over as left, probability, seed, draws, delay_ms as delayMs'

/** Returns a number from 0 to just below 1 that depends only on the seed and the draw. */
function chance(seed: number, draw: number): number {
  return hash('sha256', `${seed}:${draw}`, 'buffer').readUInt32BE() / 2 ** 32
}

function countDraw(faults: Faults, row: FaultRow, left: number | null) {
  const sql = 'update faults set draws = draws + 1, left_over = ? where service = ? and kind = ?'
  run(faults.store, sql, left, row.service, row.kind)
}

function faultOf({ draws: _, ...fault }: FaultRow): Fault {
  return fault
}
