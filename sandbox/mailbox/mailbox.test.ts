import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
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

describe('the mailbox', () => {
  it('stores the content, the recipients, and the sender', async () => {
    await send({ text: 'Your lamp is on its way.', html: '<p>Your <b>lamp</b> is on its way.</p>' })

    const [mail, ...others] = await readMails(sandbox.url)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      from: 'Plinth <shop@plinth.example>',
      to: ['ada@example.com'],
      subject: 'Shipped – your order',
      messageId: '<order-1@plinth.example>',
      text: expect.stringContaining('Your lamp is on its way.'),
      html: expect.stringContaining('<b>lamp</b>'),
    })
    expect(Date.parse(mail?.receivedAt ?? '')).toBeCloseTo(Date.now(), -5)
  })

  it('accepts emails from a shop that authenticates with any password', async () => {
    const withPassword = createTransport(sandbox.smtpUrl.replace('smtp://', 'smtp://shop:secret@'))
    await withPassword.sendMail(message)
    expect(await readMails(sandbox.url)).toHaveLength(1)
  })

  it('counts blind copies as recipients', async () => {
    await send({ bcc: 'owner@plinth.example' })
    expect((await readMails(sandbox.url))[0]?.to).toEqual(['ada@example.com', 'owner@plinth.example'])
  })

  it('keeps emails across a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plinth-sandbox-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const first = await startSandbox({ ...inMemory, dataDir })
    await createTransport(first.smtpUrl).sendMail(message)
    await first.stop()

    const second = await startSandbox({ ...inMemory, dataDir })
    expect(await readMails(second.url)).toHaveLength(1)
    await second.stop()
  })
})

describe('the list of emails', () => {
  it('is sorted newest first', async () => {
    await send({ subject: 'First' })
    await send({ subject: 'Second' })
    expect((await readMails(sandbox.url)).map(({ subject }) => subject)).toEqual(['Second', 'First'])
    const page = await read('/mailbox')
    expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'))
  })

  it('can be searched by the start of a recipient, case-insensitively', async () => {
    await send({ to: 'Joann@example.com' })
    await send({ to: 'Ann@example.com' })
    expect((await readMails(sandbox.url, 'ann@EXAMPLE')).map(({ to }) => to)).toEqual([['Ann@example.com']])
    expect(await read('/mailbox?to=ann')).not.toContain('Joann')
  })

  it('links to older emails if they don’t fit on one page', async () => {
    const pooled = createTransport({ url: sandbox.smtpUrl, pool: true, maxConnections: 1 })
    for (let number = 1; number <= 51; number++)
      await pooled.sendMail({ ...message, subject: `Letter no. ${number}.` })
    const first = await read('/mailbox')
    expect(first).not.toContain('Letter no. 1.')
    const older = /href="(\/mailbox\?[^"]*before[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&')
    expect(await read(older ?? '/no-link')).toContain('Letter no. 1.')
    pooled.close()
  })

  it('shows a message when it is empty', async () => {
    expect(await read('/mailbox')).toContain('No emails yet')
    expect(await read('/mailbox?to=%3Cb%3E')).toContain('No emails to “&lt;b&gt;”')
  })

  it('can be emptied', async () => {
    await send({})
    const response = await fetch(`${sandbox.url}/sandbox/api/mails`, { method: 'DELETE' })
    expect(response.status).toBe(204)
    expect(await readMails(sandbox.url)).toEqual([])
  })
})

describe('the page of an email', () => {
  it('shows headers and text, with clickable links', async () => {
    await send({ text: 'Open http://localhost:3000/reset?token=1&x=2. Thanks' })
    const page = await read(`/mailbox/${(await readMails(sandbox.url))[0]?.id}`)
    expect(page).toContain('<a href="http://localhost:3000/reset?token=1&amp;x=2">')
    expect(page).toContain('<dd>&lt;order-1@plinth.example&gt;</dd>')
  })

  it('shows the HTML in a sandboxed frame whose links open in the main window', async () => {
    await send({ html: '<a href="http://localhost:3000/verify">Verify</a><script>alert(1)</script>' })
    const id = (await readMails(sandbox.url))[0]?.id
    const frame = /<iframe[^>]*>/.exec(await read(`/mailbox/${id}`))?.[0]
    expect(frame).toContain(`src="/mailbox/${id}/html"`)
    expect(frame).toContain('allow-top-navigation-by-user-activation')
    expect(frame).not.toMatch(/allow-scripts|allow-same-origin/)

    const response = await fetch(`${sandbox.url}/mailbox/${id}/html`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-popups')
    expect(policy).not.toMatch(/script-src|allow-scripts/)
    expect(await response.text()).toMatch(/^<!doctype html>.*<base target="_top">.*Verify/)
  })

  it('escapes subject, names, and text, which are untrusted', async () => {
    await send({ from: '"<i>x" <a@b.example>', subject: '<img src=x>', text: '<script>alert(1)</script>' })
    const page = await read(`/mailbox/${(await readMails(sandbox.url))[0]?.id}`)
    expect(page).not.toMatch(/<img|<script|<i>/)
    expect(page).toContain('&lt;img src=x&gt;')
  })

  it('returns 404 for an unknown email', async () => {
    for (const address of ['/mailbox/1', '/mailbox/1/html', '/mailbox/one']) {
      expect((await fetch(sandbox.url + address)).status).toBe(404)
    }
  })
})

function send(changes: SendMailOptions) {
  return post.sendMail({ ...message, ...changes })
}

async function read(address: string): Promise<string> {
  return (await fetch(sandbox.url + address)).text()
}
