import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { listen } from './listen.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-sandbox-'))

afterAll(() => rm(dataDir, { recursive: true }))

describe('the sandbox process', () => {
  it.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
    'reports ready, then stops cleanly on %s',
    async (event) => {
      const child = run({ SANDBOX_PORT: '0' })
      const [message] = await once(child, 'message')
      expect(message).toEqual({
        kind: 'ready',
        lines: [expect.stringContaining('http://localhost:'), expect.stringContaining('smtp://127.0.0.1:')],
      })
      if (event === 'disconnect') child.disconnect()
      else child.kill(event)
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(await outputOf(child)).toBe('')
    },
  )

  it('uses its configured public URL', async () => {
    const child = run({ SANDBOX_PORT: '0', SANDBOX_URL: 'http://192.168.1.5:3001/' })
    const [{ lines }] = await once(child, 'message')
    expect(lines[0]).toBe('Sandbox: http://192.168.1.5:3001')
  })

  it.each([
    [{ SANDBOX_PORT: 'three' }, "SANDBOX_PORT must be a port from 0 to 65535, but is 'three'"],
    [{ PORT: '65535' }, "SANDBOX_PORT must be a port from 0 to 65535, but is '65536'"],
    [{ PUBLIC_URL: 'shop' }, "PUBLIC_URL must be an http or https address, but is 'shop'"],
    [{ SANDBOX_URL: 'there' }, "SANDBOX_URL must be an http or https address, but is 'there'"],
  ])('does not start with %j, and logs the reason in one line', async (settings, reason) => {
    const child = run(settings)
    const output = outputOf(child)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await output).toBe(`The sandbox can't start: ${reason}\n`)
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

function run(env: Record<string, string>): ChildProcess {
  const child = fork(new URL('./main.ts', import.meta.url), {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function outputOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('The child was started without a pipe for its errors')
  return text(child.stderr)
}
