import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '../send-request.ts'

/** Where Debian's package has it. */
const VARNISH = '/usr/sbin/varnishd'
export const hasVarnish = existsSync(VARNISH)

const RULES = join(import.meta.dirname, '../../../deploy/varnish.vcl')

/** Starts Varnish on a port, in front of a shop, with the rules of deploy/varnish.vcl. */
export async function startVarnish(
  port: number,
  shopUrl: string,
  token: string,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-varnish-'))
  // Varnish reads its rules as another user.
  await chmod(folder, 0o755)
  const rules = await readFile(RULES, 'utf8')
  await writeFile(join(folder, 'shop.vcl'), rules.replace('"3000"', `"${new URL(shopUrl).port}"`))
  const child = spawn(
    VARNISH,
    [
      '-F',
      '-f',
      join(folder, 'shop.vcl'),
      '-a',
      `127.0.0.1:${port}`,
      '-s',
      'malloc,32m',
      '-n',
      join(folder, 'work'),
    ],
    { env: { PATH: process.env.PATH, CDN_PURGE_TOKEN: token }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let problem = ''
  child.stderr.on('data', (text) => {
    problem += text
  })
  const until = Date.now() + 20_000
  while (
    !(await sendRequest(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    ))
  ) {
    if (Date.now() > until || child.exitCode !== null) throw new Error(`Varnish doesn't respond: ${problem}`)
    await sleep(50)
  }
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}
