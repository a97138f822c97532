import { join } from 'node:path'

/** Name of the database and of the user who owns it. Only the creation of both uses the superuser. */
export const OWNER = 'plinth'
export const SUPERUSER = 'postgres'

/** For a small machine: docs/operations.md describes them. */
const SETTINGS = {
  cluster_name: 'plinth',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '48MB',
  maintenance_work_mem: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // No parallel queries: two cores, and containers limit shared memory to 64 MB.
  max_worker_processes: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements aren't logged, because they contain personal data. The shop logs what it needs.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Connections besides the pool: changes, the lock, other commands, and those that PostgreSQL reserves. */
const OTHER_CONNECTIONS = 10

/** Where a server listens: a socket in a folder, or on Windows a port of the loopback interface. */
export type Address = { folder: string } | { port: number }

/** File names of sockets contain a port, even though the server has none. */
const SOCKET_PORT = 5432
/** Linux allows 107 bytes, macOS 103. */
const LONGEST_SOCKET = 100

export function socketFits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= LONGEST_SOCKET
}

/** Returns the options of `postgres` as arguments. @param pool maximum size of the shop's pool */
export function serverOptions(address: Address, pool: number): string[] {
  const isSocket = 'folder' in address
  const settings = {
    ...SETTINGS,
    max_connections: String(pool + OTHER_CONNECTIONS),
    listen_addresses: isSocket ? '' : '127.0.0.1',
    port: String(isSocket ? SOCKET_PORT : address.port),
    // A list of folders, so a name with a comma must be quoted.
    unix_socket_directories: isSocket ? `"${address.folder.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Returns the arguments of `initdb`. The language rules are the same on every machine, except for the characters that a
 * search counts as letters, which the system's locale defines.
 * @param passwordFile required on Windows, where any user can connect to the port
 */
export function initOptions(data: string, platform: NodeJS.Platform, passwordFile: string | null): string[] {
  return [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    ...(passwordFile === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(LETTERS[platform] ? [`--lc-ctype=${LETTERS[platform]}`] : []),
    '--text-search-config=english',
    '--data-checksums',
    '--wal-segsize=4',
    '--no-instructions',
  ]
}

const LETTERS: { [platform in NodeJS.Platform]?: string } = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }

/** Returns the URL of a database on the server. */
export function urlAt(address: Address, user: string, database: string, password: string | null): string {
  const host = 'folder' in address ? 'localhost' : `127.0.0.1:${address.port}`
  const url = new URL(`postgres://${user}@${host}/${database}`)
  if (password !== null) url.password = password
  if ('folder' in address) url.searchParams.set('host', address.folder)
  return url.href
}
