import type Provider from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { takeFault, waitOut } from '../faults.ts'
import { html, markupOf } from '../html.ts'
import type { World } from '../stand-in.ts'
import { callbackAddress, demoClient } from './client.ts'
import { type Keys, keepKeys } from './keys.ts'
import { findPerson, nameOf, portraitPath } from './people.ts'
import { recordsOf } from './records.ts'
import { spoilToken } from './spoilt-tokens.ts'

export const service = 'identity'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A real OpenID provider; its library is loaded and its keys are made only once somebody signs in. */
export async function openProvider(world: World): Promise<Provider> {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const keys = keepKeys(world.store)
  // The shop may ask that the person chooses who they are; here they always do.
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const issuer = issuerOf(world)
  const provider = new Provider(issuer, { ...configurationOf(world, issuer, keys), ...asking(policy) })
  provider.use((ctx, next) => misbehave(ctx as KoaContextWithOIDC, next, world, keys))
  provider.on('server_error', (_ctx, error) => {
    process.stderr.write(`The identity provider failed: ${error.stack ?? error}\n`)
  })
  return provider
}

/** The sandbox under the name by which the shop's visitors reach this machine. */
function issuerOf({ url, shopUrl }: Pick<World, 'url' | 'shopUrl'>): string {
  const issuer = new URL(url)
  issuer.hostname = new URL(shopUrl).hostname
  return issuer.origin
}

function asking(policy: NonNullable<Configuration['interactions']>['policy']): Configuration {
  return { interactions: { policy, url: (_ctx, { uid }) => `/identity/consent/${uid}` } }
}

function configurationOf({ store, shopUrl }: World, issuer: string, keys: Keys): Configuration {
  return {
    adapter: (model) => recordsOf(store, model),
    clients: [
      {
        client_id: demoClient.id,
        client_secret: demoClient.secret,
        client_name: 'Plinth',
        redirect_uris: [callbackAddress(shopUrl)],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      names: { session: 'idp_session', interaction: 'idp_interaction', resume: 'idp_resume' },
      // Nothing answers at this path, so no browser shows the cookie again: everybody is asked anew each time.
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
    // As Google does it: the ID token itself says who it is.
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
      ctx.body = errorPage(description ?? error)
    },
  }
}

function accountOf(id: string, issuer: string) {
  const person = findPerson(id)
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

async function misbehave(ctx: KoaContextWithOIDC, next: () => Promise<void>, world: World, keys: Keys) {
  const isToken = ctx.path === '/identity/token'
  await next()
  const delay = isToken && takeFault(world.faults, service, 'slow')
  if (delay) await waitOut(delay, world.stopping)
  const body = ctx.body as { id_token?: string } | undefined
  if (isToken && body?.id_token) body.id_token = spoilToken(world, service, keys, body.id_token)
}

function errorPage(message: string): string {
  return markupOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>That did not work · Plinth sandbox</title>
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body><main><h1>That did not work</h1><p>The shop asked for something that the provider refuses: ${message}.</p></main></body>
</html>`)
}
