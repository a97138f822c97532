import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fchownSync, openSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programEnvironment } from '../../../config.ts'
import type { Place } from './place.ts'
import { readPostmaster } from './postmaster.ts'
import { type Address, serverOptions } from './settings.ts'

/** A server that this process has started. */
export type Running = {
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>
  /** Returns whether the server has locked the data, so that it isn't another process's server that responds. */
  isRunning(): Promise<boolean>
  /** Text that the server has logged since it was started. */
  log(): string
  stop(): Promise<void>
}

const LONGEST_LOG = 1_000_000
/** Until the watcher stops waiting for a clean shutdown, in tenths of a second. The next start recovers. */
const TENTHS = 300

/**
 * Starts the server in a separate process group, so that Ctrl-C reaches only this process, which then stops it.
 * @param temporary folder of the socket, removed at the end, or null
 */
export function runServer(place: Place, address: Address, pool: number, temporary: string | null): Running {
  const file = join(place.home, 'database.log')
  const log = openSync(file, sizeOf(file) > LONGEST_LOG ? 'w' : 'a', 0o600)
  if (place.user) fchownSync(log, place.user.uid, place.user.gid)
  const before = sizeOf(file)
  const options = serverOptions(address, pool)
  const { command, args } = startCommand(process.platform, place, options, file)
  const server = spawn(join(place.bin, command), args, {
    ...place.user,
    cwd: place.data,
    env: programEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const failed = new Promise<void>((resolve) => server.once('error', () => resolve()))
  const exited = Promise.race([failed, once(server, 'close').then(() => undefined)])
  const watcher = startWatcher(place, server.pid ?? 0, temporary)
  const isDirect = process.platform !== 'win32'
  server.unref()
  return {
    // On Windows, pg_ctl ends as soon as the server runs.
    ended: isDirect
      ? exited
      : exited.then(() => (server.exitCode === 0 ? new Promise(() => undefined) : undefined)),
    isRunning: async () => !isDirect || (await readPostmaster(place.data))?.pid === server.pid,
    log: () => readFileSync(file).subarray(before).toString('utf8'),
    async stop() {
      if (isDirect && !hasEnded(server)) {
        server.ref()
        server.kill('SIGINT')
        await exited
      } else if (!isDirect) await promisify(execFile)(join(place.bin, 'pg_ctl'), stopArgs(place))
      await endWatcher(watcher)
      // The database's user may not, if root started the shop.
      if (temporary) await rm(temporary, { recursive: true, force: true })
    },
  }
}

/** On Windows pg_ctl starts the server, without the rights of an administrator, which the server refuses. */
export function startCommand(
  platform: NodeJS.Platform,
  { data }: Pick<Place, 'data'>,
  options: string[],
  log: string,
): { command: string; args: string[] } {
  if (platform !== 'win32') return { command: 'postgres', args: ['-D', data, ...options] }
  const quoted = options.map((option) =>
    /[\s"]/.test(option) ? `"${option.replaceAll('"', '\\"')}"` : option,
  )
  return { command: 'pg_ctl', args: ['start', '-D', data, '-l', log, '-w', '-o', quoted.join(' ')] }
}

const stopArgs = ({ data }: Pick<Place, 'data'>) => ['stop', '-D', data, '-m', 'fast', '-w']

/**
 * Starts a shell whose standard input closes when this process ends, even if it is killed. The shell then stops the server.
 */
function startWatcher(place: Place, pid: number, temporary: string | null): ChildProcess {
  const { command, args } = watcherCommand(process.platform, place, pid, temporary)
  const watcher = spawn(command, args, {
    ...place.user,
    cwd: process.platform === 'win32' ? place.home : '/',
    env: programEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsVerbatimArguments: process.platform === 'win32',
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as unknown as { unref?(): void } | null)?.unref?.()
  return watcher
}

export function watcherCommand(
  platform: NodeJS.Platform,
  { bin, data }: Pick<Place, 'bin' | 'data'>,
  pid: number,
  temporary: string | null,
): { command: string; args: string[] } {
  if (platform === 'win32') {
    const stop = [`"${join(bin, 'pg_ctl.exe')}"`, 'stop', '-D', `"${data}"`, '-m', 'fast'].join(' ')
    return { command: 'cmd.exe', args: ['/d', '/s', '/c', `"set /p line= & ${stop}"`] }
  }
  return { command: '/bin/sh', args: ['-c', WATCHER, 'plinth-watcher', String(pid), temporary ?? ''] }
}

const WATCHER = `
read -r _
kill -INT "$1" 2>/dev/null
left=${TENTHS}
while kill -0 "$1" 2>/dev/null; do
  left=$((left - 1))
  [ $left -eq 0 ] && kill -QUIT "$1" && break
  sleep 0.1
done
[ -z "$2" ] || rm -rf "$2"
`

async function endWatcher(watcher: ChildProcess) {
  if (hasEnded(watcher)) return
  watcher.ref()
  const closed = once(watcher, 'close')
  watcher.stdin?.end()
  await closed
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess) {
  return pid === undefined || exitCode !== null || signalCode !== null
}

function sizeOf(file: string) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
