import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inMemory } from '../config.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { decide } from './fixtures.ts'
import { identity } from './identity.ts'
import { demoClient, jonas, mara } from './test-users.ts'

const callback = 'http://localhost:3000/auth/google/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const html = { accept: 'text/html' }
let sandbox: Sandbox
let notices: unknown[]
beforeEach(async () => {
  notices = []
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void notices.push(words))
  }
  sandbox = await startSandbox(inMemory, [identity])
})
afterEach(async () => {
  await sandbox.stop()
  vi.restoreAllMocks()
  expect(notices, 'console output of oidc-provider').toEqual([])
})

function authorization(url = sandbox.url, changes: Record<string, string> = {}): string {
  const query = {
    client_id: demoClient.id,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: callback,
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ...changes,
  }
  return `${url}/identity/auth?${new URLSearchParams(query)}`
}

async function tokensFor(code: string | null, changes: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: demoClient.id,
      client_secret: demoClient.secret,
      redirect_uri: callback,
      code: code ?? '',
      code_verifier: verifier,
      ...changes,
    }),
  })
  return { status: response.status, body: (await response.json()) as { id_token: string; error?: string } }
}

function claimsOf(idToken: string): object {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as object
}

const jwks = async () => (await fetch(`${sandbox.url}/identity/certs`)).json()

describe('the identity provider', () => {
  test('lists the endpoint URLs on the sandbox’s origin', async () => {
    const response = await fetch(`${sandbox.url}/.well-known/openid-configuration`)
    expect(await response.json()).toMatchObject({
      issuer: sandbox.url,
      authorization_endpoint: `${sandbox.url}/identity/auth`,
      token_endpoint: `${sandbox.url}/identity/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    })
  })

  test.each([
    [mara, true],
    [jonas, false],
  ])(
    'returns the user’s claims, including whether the email address is verified',
    async (person, isVerified) => {
      const back = await decide(authorization(), { person: person.id })
      expect(back.href).toContain(`${callback}?code=`)
      expect(back.searchParams.get('state')).toBe('a state')
      const { body } = await tokensFor(back.searchParams.get('code'))
      expect(claimsOf(body.id_token)).toMatchObject({
        iss: sandbox.url,
        aud: demoClient.id,
        sub: person.id,
        nonce: 'a nonce',
        email: person.email,
        email_verified: isVerified,
        picture: `${sandbox.url}/identity/people/${person.id}.svg`,
      })
    },
  )

  test('exchanges a code for tokens once, and only for the client that started the sign-in', async () => {
    const code = async () => (await decide(authorization(), { person: mara.id })).searchParams.get('code')
    const first = await code()
    expect((await tokensFor(first)).status).toBe(200)
    expect((await tokensFor(first)).body.error).toBe('invalid_grant')
    const errorWith = async (change: Record<string, string>) =>
      (await tokensFor(await code(), change)).body.error
    expect(await errorWith({ code_verifier: 'w'.repeat(43) })).toBe('invalid_grant')
    expect(await errorWith({ redirect_uri: 'http://localhost:3000/' })).toBe('invalid_grant')
    expect(await errorWith({ client_secret: 'guessed' })).toBe('invalid_client')
  })

  test('notifies the shop when the user declines', async () => {
    const back = await decide(authorization(), { decision: 'cancel' })
    expect(back.searchParams.get('error')).toBe('access_denied')
  })

  test('redirects to registered URLs only', async () => {
    const address = authorization(sandbox.url, { redirect_uri: 'http://evil.example/' })
    const response = await fetch(address, { redirect: 'manual', headers: html })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Something went wrong')
  })

  test('shows no form without a pending sign-in, and rejects decisions from other sites', async () => {
    const nowhere = await fetch(`${sandbox.url}/identity/consent/unknown`, { headers: html })
    expect(nowhere.status).toBe(400)
    expect(await nowhere.text()).toContain('This sign-in has expired.')
    const begun = await fetch(authorization(), { redirect: 'manual' })
    const foreign = await fetch(new URL(begun.headers.get('location') ?? '', sandbox.url), {
      method: 'POST',
      headers: { cookie: begun.headers.get('set-cookie') ?? '', origin: 'http://evil.example' },
      body: new URLSearchParams({ person: mara.id }),
    })
    expect(foreign.status).toBe(403)
  })

  test('lists its test users on the start page, and serves their portraits', async () => {
    const page = await (await fetch(`${sandbox.url}/`)).text()
    for (const { email } of [mara, jonas]) expect(page).toContain(email)
    const picture = await fetch(`${sandbox.url}/identity/people/${mara.id}.svg`)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect((await fetch(`${sandbox.url}/identity/people/1.svg`)).status).toBe(404)
  })
})

describe('the identity provider after a restart', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-identity-'))
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('has the same keys', async () => {
    await sandbox.stop()
    sandbox = await startSandbox({ ...inMemory, dataDir }, [identity])
    const keys = await jwks()
    await sandbox.stop()
    sandbox = await startSandbox({ ...inMemory, dataDir }, [identity])
    expect(await jwks()).toEqual(keys)
  })
})
