import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { refuse } from '../errors.ts'
import { takeFault } from '../faults.ts'
import { sendPage } from '../layout.ts'
import type { World } from '../stand-in.ts'
import { consentPage } from './consent-page.ts'
import { findPerson, type Person, portrait } from './people.ts'
import { openProvider, service } from './provider.ts'

interface ConsentRoute {
  Params: { uid: string }
}

export async function mountIdentity(app: FastifyInstance, world: World) {
  let opened: Promise<Provider> | undefined
  const provider = () => {
    opened ??= openProvider(world)
    return opened
  }
  const protocol: FastifyPluginAsync = async (own) => mountProtocol(own, provider)
  await app.register(protocol)
  mountConsent(app, world, provider)
  mountPictures(app)
}

/** Everything that OpenID Connect defines is answered by oidc-provider, which reads bodies and writes answers by itself. */
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
    // Chrome holds redirects against form-action too, and the last one leads to the shop.
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${new URL(world.shopUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    return sendPage(reply, world, consentPage(`/identity/consent/${uid}`, 'Plinth'))
  })

  app.post<ConsentRoute>('/identity/consent/:uid', async (request, reply) => {
    const oidc = await provider()
    await detailsOf(oidc, request, reply)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const person = findPerson(form.get('person'))
    const isDenied = takeFault(world.faults, service, 'denied') !== null || person === null
    const result = isDenied
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : await consentOf(oidc, request, reply, person)
    return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, result), 303)
  })
}

async function consentOf(oidc: Provider, request: FastifyRequest, reply: FastifyReply, person: Person) {
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
    throw refuse(400, 'This sign-in has ended. Go back to the shop and begin again.')
  }
}

function mountPictures(app: FastifyInstance) {
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
  app.get('/identity/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )

  app.get<{ Params: { name: string } }>('/identity/people/:name', ({ params }, reply) => {
    const person = findPerson(/^(\d+)\.svg$/.exec(params.name)?.[1])
    if (!person) throw refuse(404, 'There is no such person.')
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'")
      .send(portrait(person))
  })
}
