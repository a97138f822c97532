import { beforeAll, describe, expect, test } from 'vitest'
import { comeBack, decide, leaveFor, signInAtGoogle } from '../../../sandbox/identity/fixtures.ts'
import { jonas, mara } from '../../../sandbox/identity/test-users.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { GoogleError, openGoogle } from './google.ts'

const CALLBACK = 'http://localhost:3000/auth/google/callback'
const proof = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** Injects this fault into the next sign-in. */
async function withFault(kind: string, settings: object = {}) {
  const response = await fetch(`${shop.sandboxUrl}/sandbox/api/faults/identity/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count: 1, ...settings }),
  })
  expect(response.status).toBe(200)
}

describe('a sign-in with Google fails', () => {
  test('if the user declines', async () => {
    const outcome = await signInAtGoogle(shop.visitor(), { decision: 'cancel' })
    expect(outcome).toEqual({ refusal: 'denied' })
  })

  test('if the email address is not verified', async () => {
    expect(await signInAtGoogle(shop.visitor(), { person: jonas.id })).toEqual({ refusal: 'refused' })
  })

  test.each([
    ['denied', 'denied'],
    ['wrong-nonce', 'refused'],
    ['wrong-audience', 'refused'],
    ['wrong-issuer', 'refused'],
    ['expired', 'refused'],
    ['unverified', 'refused'],
  ])('with the injected fault %s', async (kind, rejection) => {
    await withFault(kind)
    const visitor = shop.visitor()
    expect(await signInAtGoogle(visitor, { person: mara.id })).toEqual({ refusal: rejection })
    expect(visitor.cookies.get('google_finished')).toBeUndefined()
    expect(await signInAtGoogle(visitor, { person: mara.id })).toHaveProperty('signIn')
  })

  test('if Google times out, but not if it is only slow', async () => {
    await withFault('slow', { delayMs: 500 })
    expect(await signInAtGoogle(shop.visitor(), { person: mara.id })).toHaveProperty('signIn')
    await withFault('slow', { delayMs: 60_000 })
    expect(await signInAtGoogle(shop.visitor(), { person: mara.id })).toEqual({ refusal: 'failed' })
  })

  test('if Google does not recognize the shop', async () => {
    const settings = { issuer: shop.sandboxUrl, clientId: 'plinth-demo', clientSecret: 'not the secret' }
    const google = openGoogle(settings, CALLBACK)
    const callback = await decide((await google.addressFor(proof)).href, { person: mara.id })
    await expect(google.profileFrom(callback, proof)).rejects.toMatchObject({ refusal: 'not-configured' })
  })

  test('while Google is unreachable, and succeeds again afterward', async () => {
    const settings = { issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b' }
    const google = openGoogle(settings, CALLBACK)
    const first = await google.addressFor(proof).catch((error: unknown) => error)
    expect(first).toBeInstanceOf(GoogleError)
    expect(first).toMatchObject({ refusal: 'failed' })
    settings.issuer = shop.sandboxUrl
    expect((await google.addressFor(proof)).origin).toBe(shop.sandboxUrl)
  })

  test('if the signature is not made with the provider’s keys', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor), { person: mara.id })
    const honest = globalThis.fetch
    globalThis.fetch = async (...request) => withoutSignature(await honest(...request))
    const outcome = await comeBack(visitor, callback).finally(() => {
      globalThis.fetch = honest
    })
    expect(outcome).toEqual({ refusal: 'refused' })
  })

  test('if the shop has no Google credentials', async () => {
    const real = await openTestShop({
      environment: {
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUBLIC_URL: 'https://shop.example',
        SECRET_KEY: 'k'.repeat(32),
      },
    })
    const { text } = await real.visitor().send({ url: '/auth/google/start' })
    expect(text).toContain('"outcome":{"refusal":"not-configured"}')
  })

  test('if one IP address starts too many sign-ins', async () => {
    const visitor = shop.visitor()
    for (let count = 0; count < 60; count += 1) await leaveFor(visitor)
    const { text } = await visitor.send({ url: '/auth/google/start' })
    expect(text).toContain('"outcome":{"refusal":"failed"}')
  })
})

async function withoutSignature(response: Response): Promise<Response> {
  if (!response.url.endsWith('/identity/token')) return response
  const tokens = (await response.json()) as { id_token: string }
  const idToken = tokens.id_token.replace(/[^.]+$/, (signature) => signature.split('').reverse().join(''))
  return Response.json({ ...tokens, id_token: idToken })
}
