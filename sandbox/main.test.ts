import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from './config.ts'
import { listen } from './listen.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-sandbox-'))

// Other users can read the folder.
beforeAll(() => chmodSync(dataDir, 0o755))
afterAll(() => rm(dataDir, { recursive: true }))

describe('the sandbox process', () => {
  it.each([
    ['SIGTERM', {}, expect.stringContaining('http://localhost:')],
    ['SIGINT', {}, expect.stringContaining('http://localhost:')],
    ['disconnect', { SANDBOX_URL: 'http://192.168.1.5:3001/' }, 'Sandbox: http://192.168.1.5:3001'],
  ] as const)(
    'reports ready with its public URL and only private files, then stops cleanly on %s',
    async (event, settings, address) => {
      const child = run({ SANDBOX_PORT: '0', ...settings })
      const [message] = await once(child, 'message')
      expect(message).toEqual({
        kind: 'ready',
        lines: [address, expect.stringContaining('smtp://127.0.0.1:')],
      })
      expect(statSync(join(dataDir, 'sandbox.sqlite')).mode & 0o777).toBe(0o600)
      if (event === 'disconnect') child.disconnect()
      else child.kill(event)
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(await outputOf(child)).toBe('')
    },
  )

  it('does not start with an invalid setting, and logs the reason in one line', async () => {
    const child = run({ SANDBOX_PORT: 'three' })
    const output = outputOf(child)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await output).toBe(
      "The sandbox can't start: SANDBOX_PORT must be a port from 0 to 65535, but is 'three'\n",
    )
  })

  it('names the setting to change when its port is taken', async () => {
    const other = createServer()
    const port = await listen(other, 0, '127.0.0.1', 'none')
    const child = run({ SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: String(port) })
    const output = outputOf(child)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await output).toBe(
      `The sandbox can't start: port ${port} on 127.0.0.1 is already in use; set SANDBOX_SMTP_PORT to a free port\n`,
    )
    other.close()
  })
})

describe('the sandbox’s settings', () => {
  it.each([
    [{ PORT: '65535' }, "SANDBOX_PORT must be a port from 0 to 65535, but is '65536'"],
    [{ PUBLIC_URL: 'shop' }, "PUBLIC_URL must be an http or https address, but is 'shop'"],
    [{ SANDBOX_URL: 'there' }, "SANDBOX_URL must be an http or https address, but is 'there'"],
  ])('reject %j, and name the reason', (settings, reason) => {
    expect(() => readSettings(settings)).toThrow(new Error(reason))
  })
})

function run(env: Record<string, string>): ChildProcess {
  const child = fork(new URL('./main.ts', import.meta.url), {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    execArgv: [`--import=${new URL('../scripts/compile-cache.mjs', import.meta.url)}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function outputOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('The child was started without a pipe for its errors')
  return text(child.stderr)
}
