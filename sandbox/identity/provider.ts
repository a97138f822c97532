import { randomBytes } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Adapter, AdapterPayload, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { World } from '../emulator.ts'
import { waitIfFaulty } from '../faults.ts'
import { html } from '../html.ts'
import { documentOf } from '../layout.ts'
import { demoClient, findTestUser, nameOf, portraitPath } from './test-users.ts'
import { type SigningKey, signingKey, spoilToken } from './tokens.ts'

export const service = 'identity'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A real OpenID provider. Its library is loaded, and its key generated, at the first sign-in. */
export async function openProvider(world: World): Promise<Provider> {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const key = signingKey(world.store, service)
  // The shop may require the user to choose an account. Here, the user always does.
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const issuer = issuerOf(world)
  const provider = new Provider(issuer, {
    ...configurationOf(world, issuer, key),
    interactions: { policy, url: (_ctx, { uid }) => `/identity/consent/${uid}` },
  })
  provider.use((ctx, next) => misbehave(ctx as KoaContextWithOIDC, next, world, key))
  provider.on('server_error', (_ctx, error) => {
    process.stderr.write(`The identity provider failed: ${error.stack ?? error}\n`)
  })
  return provider
}

/** Returns the sandbox's origin with the host name of the shop, which visitors can reach. */
function issuerOf({ url, shopUrl }: Pick<World, 'url' | 'shopUrl'>): string {
  const issuer = new URL(url)
  issuer.hostname = new URL(shopUrl).hostname
  return issuer.origin
}

function configurationOf({ shopUrl }: World, issuer: string, key: SigningKey): Configuration {
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: demoClient.id,
        client_secret: demoClient.secret,
        client_name: 'Plinth',
        redirect_uris: [`${shopUrl}/auth/google/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: 'idp_session', interaction: 'idp_interaction', resume: 'idp_resume' },
      // Browsers don't send the cookie back from this path, so every sign-in starts with choosing a user.
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: '/identity/remembered' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: '/identity/auth',
      token: '/identity/token',
      userinfo: '/identity/userinfo',
      jwks: '/identity/certs',
    },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'hd'],
    },
    // Like Google's, the ID token contains the user's data.
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => accountOf(id, issuer),
    pkce: { required: () => true },
    responseTypes: ['code'],
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    clientBasedCORS: () => false,
    expiresWithSession: () => false,
    ttl: {
      AuthorizationCode: MINUTE,
      AccessToken: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
      Grant: HOUR,
    },
    renderError(ctx, { error, error_description: description }) {
      ctx.type = 'html'
      const title = 'Something went wrong'
      const body = html`<main><h1>${title}</h1><p>The provider rejected the shop's request: ${description ?? error}.</p></main>`
      ctx.body = documentOf({ title, body })
    },
  }
}

function accountOf(id: string, issuer: string) {
  const person = findTestUser(id)
  if (!person) return undefined
  return {
    accountId: person.id,
    claims: () => ({
      sub: person.id,
      email: person.email,
      email_verified: person.isEmailVerified,
      name: nameOf(person),
      given_name: person.givenName,
      family_name: person.familyName,
      picture: `${issuer}${portraitPath(person)}`,
      ...(person.hostedDomain === null ? {} : { hd: person.hostedDomain }),
    }),
  }
}

async function misbehave(ctx: KoaContextWithOIDC, next: () => Promise<void>, world: World, key: SigningKey) {
  await next()
  if (ctx.path !== '/identity/token') return
  await waitIfFaulty(world, service, 'slow')
  const body = ctx.body as { id_token?: string } | undefined
  if (body?.id_token) body.id_token = spoilToken(world, service, key, body.id_token)
}

/** Stores codes, grants, and pending sign-ins in memory. The library checks when they expire. */
function memoryAdapter(): (model: string) => Adapter {
  const models = new Map<string, Map<string, AdapterPayload>>()
  return (model) => {
    const records = models.get(model) ?? new Map<string, AdapterPayload>()
    models.set(model, records)
    return {
      upsert: async (id, payload) => void records.set(id, payload),
      find: async (id) => records.get(id),
      findByUid: async (uid) => [...records.values()].find((payload) => payload.uid === uid),
      // Only the device flow uses user codes, and it's disabled.
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = records.get(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void records.delete(id),
      async revokeByGrantId(grantId) {
        for (const [id, payload] of records) if (payload.grantId === grantId) records.delete(id)
      },
    }
  }
}
