import { createTransport, type Transporter } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inMemory } from '../config.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { message, readMails } from './fixtures.ts'

let sandbox: Sandbox
let post: Transporter

beforeEach(async () => {
  sandbox = await startSandbox(inMemory)
  post = createTransport(sandbox.smtpUrl)
})

afterEach(async () => {
  post.close()
  await sandbox.stop()
})

describe('the mail server', () => {
  it('rejects new connections with 421 while it is down', async () => {
    await switchOn('down', { count: 1 })
    await expect(post.sendMail(message)).rejects.toMatchObject({ responseCode: 421 })
    await post.sendMail(message)
    expect(await readMails(sandbox.url)).toHaveLength(1)
  })

  it('rejects further emails on an open connection while it is down, and closes it', async () => {
    const pooled = onOneConnection()
    await pooled.sendMail(message)
    await switchOn('down', { count: 1 })
    await expect(pooled.sendMail(message)).rejects.toMatchObject({ code: 'ECONNECTION' })
    pooled.close()
  })

  it('accepts emails after a delay when it is slow', async () => {
    await switchOn('slow', { delayMs: 300 })
    const start = performance.now()
    await post.sendMail(message)
    expect(performance.now() - start).toBeGreaterThan(290)
    expect(await readMails(sandbox.url)).toHaveLength(1)
  })

  it('neither delays the shutdown for a slow email nor loses it', async () => {
    await switchOn('slow', { delayMs: 60_000, count: 1 })
    const sending = post.sendMail(message).then(({ response }) => response as string)
    await until(async () => (await activeFaults()).length === 0)
    const start = performance.now()
    await Promise.all([sandbox.stop(), expect(sending).resolves.toContain('250')])
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('loses an accepted email if the fault is on', async () => {
    await switchOn('lost', {})
    await post.sendMail(message)
    expect(await readMails(sandbox.url)).toEqual([])
  })

  it('delivers an email twice if the fault is on', async () => {
    await switchOn('doubled', {})
    await post.sendMail(message)
    expect((await readMails(sandbox.url)).map(({ messageId }) => messageId)).toEqual([
      message.messageId,
      message.messageId,
    ])
  })
})

/** Sends over a single connection. Otherwise nodemailer would retry on a new one. */
function onOneConnection() {
  return createTransport({ url: sandbox.smtpUrl, pool: true, maxConnections: 1, maxRequeues: 0 })
}

async function activeFaults(): Promise<unknown[]> {
  return (await (await fetch(`${sandbox.url}/sandbox/api/faults`)).json()) as unknown[]
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 10))
}

async function switchOn(kind: string, settings: object) {
  const response = await fetch(`${sandbox.url}/sandbox/api/faults/mail/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(response.status).toBe(200)
}
