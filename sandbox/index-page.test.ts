import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inMemory } from './config.ts'
import type { Emulator } from './emulator.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { testCardsSection } from './payments/cards/test-cards.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox(inMemory, [mailbox])
})

afterEach(() => sandbox.stop())

describe('the start page', () => {
  it('explains that it emulates external services, and links to the shop', async () => {
    const page = await read('/')
    expect(page).toContain('The sandbox emulates every external service')
    expect(page).toContain('href="http://localhost:3000/"')
    expect(page).toContain('href="/mailbox"')
  })

  it('links to the mailbox and the payments in its header', async () => {
    const header = /<header>.*<\/header>/s.exec(await read('/'))?.[0]
    expect(header).toContain('<a href="/mailbox">Mailbox</a>')
    expect(header).toContain('<a href="/payments">Payments</a>')
  })

  it('shows no sections of emulators that aren’t running', async () => {
    expect(await read('/')).not.toMatch(/Test cards|Test users|Platform/)
  })

  it('shows the sections of its emulators, such as the test cards', async () => {
    const cards: Emulator = {
      service: 'payments',
      title: 'Payments',
      tables: '',
      faults: [{ kind: 'declined', does: 'Every card is declined.' }],
      mount: () => undefined,
      indexSection: testCardsSection,
    }
    const other = await startSandbox(inMemory, [mailbox, cards])
    const page = await read('/', other)
    expect(page).toMatch(/<dt>4242 4242 4242 4242<\/dt><dd>pays<\/dd>/)
    expect(page).toMatch(/<dt>4000 0025 0000 3155<\/dt><dd>requires 3-D Secure<\/dd>/)
    expect(page).toContain('action="/faults/payments/declined"')
    await other.stop()
  })

  it('has a content security policy that allows no script', async () => {
    const { headers } = await fetch(`${sandbox.url}/`)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-src 'self'; base-uri 'none'",
    )
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['evil.example', 403],
    ['evil.example:3001', 403],
    ['localhost.evil.example', 403],
    ['localhost:3001', 200],
    ['[::1]:3001', 200],
    ['192.168.1.5', 200],
  ])('responds to the host %s with %i, so DNS rebinding can’t read emails', async (host, status) => {
    for (const path of ['/', '/mailbox']) {
      const sent = request(sandbox.url + path, { headers: { host } }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      expect(response.resume().statusCode).toBe(status)
    }
  })

  it('loads its styles from its own origin', async () => {
    const style = await fetch(`${sandbox.url}/sandbox/style.css`)
    expect(style.headers.get('content-type')).toContain('text/css')
    expect(await style.text()).toContain('prefers-color-scheme: dark')
  })
})

describe('the forms of the fault switches', () => {
  it('switch a fault on, show the remaining count, and link back', async () => {
    const response = await submit('/faults/mail/slow', {
      count: '3',
      delayMs: '250',
      probability: '1',
      seed: '',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/#faults')
    expect(await read('/')).toContain('On: 3 of 3 left, 250 ms')
  })

  it('switch off one fault or all faults', async () => {
    await submit('/faults/mail/slow', {})
    await submit('/faults/mail/lost', {})
    await submit('/faults/mail/lost/off', {})
    expect(await read('/')).toContain('1 fault is on.')
    await submit('/faults/off', {})
    expect(await read('/')).toContain('No fault is on.')
  })

  it('show input errors on a page', async () => {
    const response = await submit('/faults/mail/slow', { count: 'many' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('count must be a whole number')
  })

  it('are rejected when submitted from another origin', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://localhost:1']) {
      expect((await submit('/faults/mail/down', {}, origin)).status).toBe(403)
    }
    expect(await read('/')).toContain('No fault is on.')
    expect((await submit('/faults/mail/down', {}, sandbox.url)).status).toBe(303)
  })
})

describe('paths outside the emulators', () => {
  it('include a health check', async () => {
    const response = await fetch(`${sandbox.url}/healthz`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
  })

  it('return 404 if unknown, as a page for browsers and as JSON for programs', async () => {
    const page = await fetch(`${sandbox.url}/<nowhere>`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('<h1>Not found</h1>')

    const json = await fetch(`${sandbox.url}/sandbox/api/nothing`)
    expect(json.status).toBe(404)
    expect(await json.json()).toEqual({ message: 'There is nothing at /sandbox/api/nothing.' })
  })
})

async function read(address: string, { url } = sandbox): Promise<string> {
  return (await fetch(url + address)).text()
}

function submit(address: string, fields: Record<string, string>, origin = sandbox.url): Promise<Response> {
  return fetch(sandbox.url + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, accept: 'text/html' },
    body: new URLSearchParams(fields),
  })
}
