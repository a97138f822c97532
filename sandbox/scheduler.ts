import { insertRow, listRows, run, type Store } from './store.ts'

/** Performs due work. @returns the delay in milliseconds until it must run again, or null when done */
export type Worker = (subject: string) => number | null | Promise<number | null>

/** Scheduled work, which is stored until it's done, so it survives a restart. */
export interface Scheduler {
  /** Registers the worker for a kind of work. */
  on(kind: string, worker: Worker): void
  /** Schedules work, or reschedules it. */
  plan(kind: string, subject: string, delayMs: number): void
  cancel(kind: string, subject: string): void
  /** Divides the remaining delay of one kind's pending work by a factor. */
  speedUp(kind: string, factor: number): void
  start(): void
  /** Resolves when all running work has ended. */
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

interface PlannedRow {
  kind: string
  subject: string
  due_at: number
}

/** Maximum delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function openScheduler(store: Store): Scheduler {
  const workers = new Map<string, Worker>()
  const running = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStarted = false

  const keyOf = ({ kind, subject }: PlannedRow) => `${kind} ${subject}`
  const planned = () => listRows<PlannedRow>(store, 'select * from work order by due_at')

  function wake() {
    clearTimeout(timer)
    if (!isStarted) return
    const next = planned().find((row) => workers.has(row.kind) && !running.has(keyOf(row)))
    if (next) timer = setTimeout(startDue, Math.min(Math.max(next.due_at - Date.now(), 0), MAX_TIMER_MS))
  }

  function startDue() {
    for (const row of planned()) {
      if (row.due_at > Date.now()) break
      const worker = workers.get(row.kind)
      if (worker && !running.has(keyOf(row))) running.set(keyOf(row), perform(row, worker))
    }
    wake()
  }

  async function perform(row: PlannedRow, worker: Worker) {
    // Makes sure that `running` has the entry before the work can end.
    await Promise.resolve()
    try {
      const again = await worker(row.subject)
      if (again !== null) plan(row.kind, row.subject, again)
      // Delete the entry, unless it was rescheduled in the meantime.
      else cancel(row.kind, row.subject, row.due_at)
    } finally {
      running.delete(keyOf(row))
      wake()
    }
  }

  function plan(kind: string, subject: string, delayMs: number) {
    insertRow(store, 'work', { kind, subject, due_at: Date.now() + Math.round(delayMs) }, 'or replace')
    wake()
  }

  function cancel(kind: string, subject: string, dueAt: number | null = null) {
    const sql = 'delete from work where kind = ? and subject = ? and due_at = coalesce(?, due_at)'
    run(store, sql, kind, subject, dueAt)
  }

  return {
    plan,
    cancel,
    on: (kind, worker) => workers.set(kind, worker),
    speedUp(kind, factor) {
      const now = Date.now()
      const sql =
        'update work set due_at = ? + cast((due_at - ?) / ? as integer) where kind = ? and due_at > ?'
      run(store, sql, now, now, factor, kind, now)
      wake()
    },
    start() {
      isStarted = true
      wake()
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await Promise.allSettled(running.values())
    },
  }
}
