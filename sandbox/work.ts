import type { Store } from './store.ts'

/** Does the work that came due; tells in how many milliseconds it wants to be called again, or null when done. */
export type Worker = (subject: string) => number | null | Promise<number | null>

export interface Work {
  /** Looks again what is due next. */
  wake(): void
  /** Ends when what was begun has ended. */
  stop(): Promise<void>
}

export const workTables = `
  create table if not exists work (
    kind text not null,
    subject text not null,
    due_at integer not null,
    primary key (kind, subject)
  ) strict;
`

/** Plans work, or plans it anew. It is kept until it was done, so it survives a restart. */
export function plan(store: Store, kind: string, subject: string, inMs: number) {
  store
    .prepare('insert or replace into work (kind, subject, due_at) values (?, ?, ?)')
    .run(kind, subject, Date.now() + Math.round(inMs))
}

export function unplan(store: Store, kind: string, subject: string) {
  store.prepare('delete from work where kind = ? and subject = ?').run(kind, subject)
}

export function dueAt(store: Store, kind: string, subject: string): number | null {
  const find = store.prepare('select due_at from work where kind = ? and subject = ?')
  return (find.get(kind, subject) as { due_at: number } | undefined)?.due_at ?? null
}

/** Lets what is still to come of one kind come sooner, by that factor, or later. */
export function hurry(store: Store, kind: string, factor: number) {
  const now = Date.now()
  store
    .prepare('update work set due_at = ? + cast((due_at - ?) / ? as integer) where kind = ? and due_at > ?')
    .run(now, now, factor, kind, now)
}

export function startWork(store: Store, workers: Record<string, Worker>): Work {
  const running = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function wake() {
    clearTimeout(timer)
    if (isStopped) return
    const next = planned(store).find((row) => row.kind in workers && !running.has(keyOf(row)))
    if (next) timer = setTimeout(startDue, Math.min(Math.max(next.due_at - Date.now(), 0), longestTimer))
  }

  function startDue() {
    for (const row of planned(store)) {
      if (row.due_at > Date.now()) break
      const worker = workers[row.kind]
      if (!worker || running.has(keyOf(row))) continue
      running.set(keyOf(row), perform(row, worker))
    }
    wake()
  }

  async function perform(row: PlannedRow, worker: Worker) {
    // The next turn: so that `running` has the entry before the work can end.
    await Promise.resolve()
    try {
      const again = await worker(row.subject)
      const isPlannedAnew = dueAt(store, row.kind, row.subject) !== row.due_at
      if (again !== null) plan(store, row.kind, row.subject, again)
      else if (!isPlannedAnew) unplan(store, row.kind, row.subject)
    } finally {
      running.delete(keyOf(row))
      wake()
    }
  }

  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.allSettled(running.values())
    },
  }
}

interface PlannedRow {
  kind: string
  subject: string
  due_at: number
}

// A timer of Node counts at most so many milliseconds.
const longestTimer = 2 ** 31 - 1

function planned(store: Store): PlannedRow[] {
  const rows = store.prepare('select kind, subject, due_at from work order by due_at').all()
  return rows as unknown as PlannedRow[]
}

function keyOf({ kind, subject }: PlannedRow): string {
  return `${kind} ${subject}`
}
