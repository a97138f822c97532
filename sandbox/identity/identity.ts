import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Emulator, World } from '../emulator.ts'
import { formOf, httpError } from '../errors.ts'
import { type FaultKind, takeFault } from '../faults.ts'
import { type Html, html } from '../html.ts'
import { facts, type Page, section, sendPage } from '../layout.ts'
import { openProvider, service } from './provider.ts'
import { findTestUser, nameOf, portrait, portraitPath, type TestUser, testUsers } from './test-users.ts'

const faults: readonly FaultKind[] = [
  { kind: 'denied', does: 'The sign-in is denied, even if the test user consents.' },
  {
    kind: 'slow',
    does: 'The provider waits before it returns the tokens.',
    delayMs: 3000,
  },
  { kind: 'wrong-nonce', does: 'The ID token belongs to another sign-in: its nonce is wrong.' },
  { kind: 'wrong-audience', does: 'The ID token was made for another shop: its audience is wrong.' },
  { kind: 'wrong-issuer', does: 'Someone else issued the ID token: its issuer is wrong.' },
  { kind: 'expired', does: 'The ID token expired an hour ago.' },
  { kind: 'unmanaged', does: 'The account belongs to no Workspace domain: the ID token has no hd.' },
  { kind: 'unverified', does: "The provider has not verified the person's email address." },
]

/** Emulates Sign in with Google: an OpenID provider with two test users. */
export const identity: Emulator = {
  service,
  title: 'Sign in with Google',
  tables: '',
  faults,
  mount: mountIdentity,
  indexSection: () =>
    section(
      'people',
      'Test users',
      html`<p>Choose “Sign in with Google” in the shop, then pick a test user:</p>
${facts(
  testUsers.map((person) => [
    nameOf(person),
    `${person.email}, ${person.isEmailVerified ? 'verified' : 'not verified: the shop must reject this user'}`,
  ]),
)}`,
    ),
}

interface ConsentRoute {
  Params: { uid: string }
}

async function mountIdentity(app: FastifyInstance, world: World) {
  let opened: Promise<Provider> | undefined
  const provider = () => {
    opened ??= openProvider(world)
    return opened
  }
  const protocol: FastifyPluginAsync = async (own) => mountProtocol(own, provider)
  await app.register(protocol)
  mountConsent(app, world, provider)
  app.get<{ Params: { name: string } }>('/identity/people/:name', ({ params }, reply) => {
    const person = findTestUser(/^(\d+)\.svg$/.exec(params.name)?.[1])
    if (!person) throw httpError(404, 'There is no such test user.')
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'")
      .send(portrait(person))
  })
}

/** oidc-provider handles all of OpenID Connect, and reads and writes bodies itself. */
function mountProtocol(app: FastifyInstance, provider: () => Promise<Provider>) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  for (const url of ['/.well-known/openid-configuration', '/identity/*']) {
    app.route({
      method: ['GET', 'POST'],
      url,
      config: { foreignOrigins: true },
      async handler(request, reply) {
        const handle = (await provider()).callback()
        reply.hijack()
        await handle(request.raw, reply.raw)
      },
    })
  }
}

function mountConsent(app: FastifyInstance, world: World, provider: () => Promise<Provider>) {
  app.get<ConsentRoute>('/identity/consent/:uid', async (request, reply) => {
    const { uid } = await detailsOf(await provider(), request, reply)
    // Chrome also checks redirects against form-action, and the last one leads to the shop.
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${new URL(world.shopUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    return sendPage(reply, world, consentPage(`/identity/consent/${uid}`))
  })

  app.post<ConsentRoute>('/identity/consent/:uid', async (request, reply) => {
    const oidc = await provider()
    await detailsOf(oidc, request, reply)
    const person = findTestUser(formOf(request.body).get('person'))
    const isDenied = takeFault(world.faults, service, 'denied') !== null || person === null
    const result = isDenied
      ? { error: 'access_denied', error_description: 'The user denied access.' }
      : await consentOf(oidc, request, reply, person)
    return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, result), 303)
  })
}

async function consentOf(oidc: Provider, request: FastifyRequest, reply: FastifyReply, person: TestUser) {
  const { params } = await oidc.interactionDetails(request.raw, reply.raw)
  const grant = new oidc.Grant({ accountId: person.id, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  return {
    select_account: {},
    login: { accountId: person.id },
    consent: { grantId: await grant.save() },
  }
}

async function detailsOf(oidc: Provider, request: FastifyRequest, reply: FastifyReply) {
  try {
    return await oidc.interactionDetails(request.raw, reply.raw)
  } catch {
    throw httpError(400, 'This sign-in has expired. Return to the shop and try again.')
  }
}

/** Account selection and consent on one page. */
function consentPage(action: string): Page {
  return {
    title: 'Sign in to Plinth',
    body: html`<h1>Sign in to Plinth</h1>
<p class="lead">This page emulates Google. Choose a test user.</p>
<p>Plinth will receive their name, email address, and picture.</p>
<form method="post" action="${action}" class="people">
${testUsers.map(testUserButton)}
<button class="quiet" name="decision" value="cancel">Cancel</button>
</form>`,
  }
}

function testUserButton(person: TestUser): Html {
  return html`<button class="person" name="person" value="${person.id}">
<img src="${portraitPath(person)}" alt="" width="48" height="48">
<span><strong>Continue as ${nameOf(person)}</strong>
<span>${person.email}${!person.isEmailVerified && ', not verified'}</span></span>
</button>`
}
