import { readFileSync } from 'node:fs'
import { runQuery } from '../../tests/support/postgres-process.ts'

/** A clock tick in /proc is a hundredth of a second on all common Linux systems. */
const TICK_MS = 10

/** CPU time in milliseconds, of a process and of a PostgreSQL server. */
export type Cpu = { cpu: number; databaseCpu: number }

/** Measures the CPU time of a process, and of the PostgreSQL server with all its backends, while `work` runs. */
export async function withCpu<T>(
  pid: number,
  postmaster: number,
  work: () => Promise<T>,
): Promise<Cpu & { result: T }> {
  const [cpu, databaseCpu] = [timesOf(pid).own, cpuOfPostgres(postmaster)]
  const result = await work()
  return { result, cpu: timesOf(pid).own - cpu, databaseCpu: cpuOfPostgres(postmaster) - databaseCpu }
}

/** Returns the process ID of a PostgreSQL server on this machine. */
export async function postmasterOf(serverUrl: string): Promise<number> {
  const [row] = await runQuery(
    serverUrl,
    "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid",
  )
  return Number(row?.pid)
}

/** Returns the memory that a process uses, in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Exited backends count as the postmaster's time. */
function cpuOfPostgres(postmaster: number): number {
  const { own, ended } = timesOf(postmaster)
  const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').match(/\d+/g) ?? []
  return backends.reduce((sum, pid) => sum + ownOr0(Number(pid)), own + ended)
}

function timesOf(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The fields after the name, which may contain spaces: state, parent, … (proc_pid_stat).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (...indexes: number[]) => indexes.reduce((sum, index) => sum + Number(fields[index]), 0)
  return { own: ticks(11, 12) * TICK_MS, ended: ticks(13, 14) * TICK_MS }
}

/** A backend may exit after it was listed. */
function ownOr0(pid: number): number {
  try {
    return timesOf(pid).own
  } catch {
    return 0
  }
}
