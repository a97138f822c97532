import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

export type TestBrowser = {
  /** Browser version, as in 'Chromium 153.0.8010.0'. */
  version: string
  executablePath: string
  args: string[]
  env?: Record<string, string>
}

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

/**
 * Returns Playwright launch options for the Chromium in an npm package, so every machine tests with the same version. Uses
 * another one only if PLINTH_CHROMIUM names it, or if the packaged one can't run on this machine.
 */
export async function chromiumForTests(): Promise<TestBrowser> {
  const chosen = process.env.PLINTH_CHROMIUM
  const found = chosen ? await started(chosen) : ((await packed()) ?? (await fromDebian()))
  if (found) return { ...found, args: flags() }
  throw new Error(
    chosen
      ? `PLINTH_CHROMIUM=${chosen} does not start`
      : 'The Chromium that comes with the tests does not start here. Install one, and name it in PLINTH_CHROMIUM',
  )
}

// Without these, Chromium contacts Google's hosts at each start, and retries if the network blocks them.
function flags(): string[] {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
  ]
  return isRoot ? [...quiet, '--no-sandbox'] : quiet
}

/** Returns launch options for the executable, or null if it doesn't start (missing library, other CPU). */
async function started(executablePath: string, more?: Record<string, string>) {
  if (!(await exists(executablePath))) return null
  const env = more && { ...definedEnv(), ...more }
  return run(executablePath, ['--version'], { env, timeout: 30_000 }).then(
    ({ stdout }) => ({ version: stdout.trim(), executablePath, ...(env && { env }) }),
    () => null,
  )
}

async function packed() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = await unpackedOnce()
  const executable = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const libraries = [process.env.LD_LIBRARY_PATH, join(folder, 'lib')].filter(Boolean).join(delimiter)
  return (
    (await started(executable, fonts)) ??
    (await started(executable, { ...fonts, LD_LIBRARY_PATH: libraries }))
  )
}

async function unpackedOnce() {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const bin = join(dirname(entry), '../bin/')
  const { version } = JSON.parse(await readFile(join(bin, '../package.json'), 'utf8')) as { version: string }
  const cache = await cacheFolder()
  const folder = join(cache, `chromium-${version}`)
  if (await exists(folder)) return folder

  const draft = await mkdtemp(`${folder}-`)
  try {
    await Promise.all(
      ['chromium', 'al2023.tar', 'swiftshader.tar', 'fonts.tar'].map((name) =>
        unpack(`${bin}${name}.br`, join(draft, name)),
      ),
    )
    for (const name of ['al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
      await run('tar', ['-xf', name, '--no-same-owner'], { cwd: draft })
      await rm(join(draft, name))
    }
    await chmod(join(draft, 'chromium'), 0o755)
    await writeFile(join(draft, 'fonts.conf'), fontsConf(folder))
    // The first writer wins, and an interrupted draft never gets the final name.
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error
    })
    return folder
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function unpack(file: string, target: string) {
  await pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(target))
}

/** The package includes a font family, so text is rendered on machines without fonts. */
function fontsConf(folder: string) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
}

async function cacheFolder() {
  const own = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'plinth')
  return mkdir(own, { recursive: true }).then(
    () => own,
    // For a user without a home directory, such as `nobody`.
    async () => {
      const fallback = join(tmpdir(), `plinth-cache-${process.getuid?.() ?? 'user'}`)
      await mkdir(fallback, { recursive: true, mode: 0o700 })
      return fallback
    },
  )
}

async function fromDebian() {
  if (!isRoot || !(await exists('/usr/bin/apt-get'))) return null
  const install = () =>
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 2 ** 20,
    })
  await install().catch(async () => {
    await run('apt-get', ['update'])
    await install()
  })
  return started('/usr/bin/chromium')
}

function definedEnv() {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}
