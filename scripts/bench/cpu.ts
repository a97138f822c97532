import { readdirSync, readFileSync } from 'node:fs'

/** A clock tick in /proc is a hundredth of a second on all common Linux systems. */
const TICK_MS = 10

/** Returns the CPU time that a process has used, user and system, in milliseconds. */
export function cpuOf(pid: number): number {
  const { own } = timesOf(pid)
  return own
}

/** Returns the CPU time of a PostgreSQL server: the postmaster and its backends, including exited ones. */
export function cpuOfPostgres(postmaster: number): number {
  const { own, ended } = timesOf(postmaster)
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuOr0(pid), own + ended)
}

/** Returns the memory that a process uses, in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1])
}

function timesOf(pid: number) {
  const fields = fieldsOf(pid)
  const ticks = (...indexes: number[]) => indexes.reduce((sum, index) => sum + Number(fields[index]), 0)
  return { own: ticks(11, 12) * TICK_MS, ended: ticks(13, 14) * TICK_MS }
}

/** Fields after the name, which may contain spaces: state, parent, … (proc_pid_stat). */
function fieldsOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOr0(pid) === parent)
}

const cpuOr0 = (pid: number) => unlessEnded(() => cpuOf(pid))
const parentOr0 = (pid: number) => unlessEnded(() => parentOf(pid))

/** A process may exit after it was listed. */
function unlessEnded(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}
