import { SettingsError } from '../../../config.ts'
import type { Place } from './place.ts'

/** Connections of a killed server are still open. */
export class StillInUse extends SettingsError {}

/** Explains in one line why `initdb` failed. */
export function initLine(place: Pick<Place, 'home'>, error: unknown): SettingsError {
  const { code, stderr = '' } = error as { code?: string | number; stderr?: string }
  return lineFor(place, code, stderr, error)
}

/** Explains in one line why the server ended, from its log. */
export function endedLine(place: Pick<Place, 'home'>, log: string): SettingsError {
  const line = lineFor(place, undefined, log, undefined)
  return log.includes('pre-existing shared memory block') ? new StillInUse(line.message) : line
}

const ROOM = 'the disk has no space for the database. Free some space and start again'

const REASONS: [pattern: RegExp, line: (home: string) => string][] = [
  [/no space left on device|disk quota exceeded/i, () => ROOM],
  [
    /could not look up effective user ID (\S+?):/,
    () =>
      "the user who starts the shop has no name, which PostgreSQL requires. Add a line for the user's ID to /etc/passwd, or set DATABASE_URL",
  ],
  [
    /lock file "postmaster\.pid" already exists|pre-existing shared memory block/,
    (home) => `'${home}' is in use by another Plinth process`,
  ],
  [
    /permission denied/i,
    (home) => `the database can't use '${home}': permission denied. Set DATA_DIR to another folder`,
  ],
  [
    /error while loading shared libraries|version `GLIBC|Exec format error|symbol not found/,
    () =>
      "the embedded PostgreSQL doesn't run on this machine, which needs a Linux with glibc. Install PostgreSQL and set DATABASE_URL to it",
  ],
]

function lineFor(
  { home }: Pick<Place, 'home'>,
  code: string | number | undefined,
  text: string,
  cause: unknown,
) {
  if (code === 'ENOSPC' || code === 'EDQUOT') return new SettingsError(`DATA_DIR: ${ROOM}`, { cause })
  // On a system with musl instead of glibc, the program exists, but its loader doesn't.
  const words = code === 'ENOENT' || code === 'ENOEXEC' ? 'Exec format error' : text
  const [, line] = REASONS.find(([pattern]) => pattern.test(words)) ?? []
  const last =
    words
      .trim()
      .split('\n')
      .findLast((one) => /FATAL|PANIC|error/i.test(one)) ?? words.trim().split('\n').at(-1)
  const reason =
    line?.(home) ?? `the embedded database didn't start: ${last?.trim() || code || 'see database.log'}`
  return new SettingsError(`DATA_DIR: ${reason}`, { cause })
}
