import type * as oidc from 'openid-client'
import { z } from 'zod'
import type { GoogleRejection } from '#contract/accounts/google-flow.ts'
import { FULL_NAME_MAX, FULL_NAME_MIN } from '#contract/accounts/rules.ts'
import { emailAddress } from '#contract/email-address.ts'
import { asOneLine } from '#contract/text.ts'
import type { GoogleSettings } from '../../google-settings.ts'

/** The user who signed in, as confirmed by Google; the email address is verified. */
export type GoogleProfile = {
  subject: string
  email: string
  name: string | null
  photoUrl: string | null
  /** Whether Google runs the mailbox's domain, so its confirmation proves the mailbox. */
  isAuthoritative: boolean
}

/** Binds Google's response to the sign-in that was started. */
export type Proof = { state: string; nonce: string; verifier: string }

export type Google = {
  /** Returns the URL where the browser signs in. @throws GoogleError */
  addressFor(proof: Proof): Promise<URL>
  /** Checks state, code, PKCE, ID token, nonce, and email address. @throws GoogleError */
  profileFrom(callback: URL, proof: Proof): Promise<GoogleProfile>
}

export class GoogleError extends Error {
  readonly refusal: GoogleRejection

  constructor(refusal: GoogleRejection, reason: string) {
    super(reason)
    this.refusal = refusal
  }
}

/** Loaded by the first sign-in with Google. */
const library = () => import('openid-client')

const TIMEOUT_SECONDS = 5
const SCOPE = 'openid email profile'

/** Connects to Google or its emulator with OpenID Connect. Discovers the endpoints once, on first use. */
export function openGoogle(settings: GoogleSettings | null, redirectUri: string): Google {
  let known: Promise<oidc.Configuration> | null = null
  const discoverGoogle = () => {
    if (!settings) throw new GoogleError('not-configured', 'GOOGLE_CLIENT_ID is not set')
    known ??= discover(settings).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
  return {
    addressFor: (proof) =>
      translateErrors(async (oidc) =>
        oidc.buildAuthorizationUrl(await discoverGoogle(), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state: proof.state,
          nonce: proof.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(proof.verifier),
          code_challenge_method: 'S256',
          prompt: 'select_account',
        }),
      ),
    profileFrom: (callback, { state, nonce, verifier }) =>
      translateErrors(async (oidc) => {
        const tokens = await oidc.authorizationCodeGrant(await discoverGoogle(), callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return profileOf(tokens.claims())
      }),
  }
}

async function discover({ issuer, clientId, clientSecret }: GoogleSettings): Promise<oidc.Configuration> {
  const oidc = await library()
  const execute = [oidc.enableNonRepudiationChecks]
  if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests)
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: TIMEOUT_SECONDS,
  })
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: emailAddress('Invalid email address'),
  email_verified: z.literal(true),
  hd: z.string().min(1).nullable().catch(null),
  name: z
    .string()
    .transform(asOneLine)
    .pipe(z.string().min(FULL_NAME_MIN).max(FULL_NAME_MAX))
    .nullable()
    .catch(null),
  picture: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .catch(null),
})

function profileOf(claims: unknown): GoogleProfile {
  const checked = Claims.safeParse(claims)
  if (!checked.success) {
    const wrong = checked.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw new GoogleError('refused', `The ID token has invalid claims: ${wrong}`)
  }
  const { sub, email, hd, name, picture } = checked.data
  const isAuthoritative = hd !== null || /@(gmail|googlemail)\.com$/i.test(email)
  return { subject: sub, email, name, photoUrl: picture, isAuthoritative }
}

type Library = Awaited<ReturnType<typeof library>>

async function translateErrors<T>(work: (oidc: Library) => Promise<T>): Promise<T> {
  const oidc = await library()
  try {
    return await work(oidc)
  } catch (error) {
    if (error instanceof GoogleError) throw error
    throw new GoogleError(rejectionOf(oidc, error), reasonOf(error))
  }
}

/** Codes of invalid responses. Any other error means that Google sent no proper response. */
const WRONG_ANSWERS = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]

function rejectionOf(oidc: Library, error: unknown): GoogleRejection {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'denied' : 'failed'
  if (error instanceof oidc.ResponseBodyError) {
    if (/^(invalid|unauthorized)_client$/.test(error.error)) return 'not-configured'
    return error.error === 'invalid_grant' ? 'refused' : 'failed'
  }
  const isWrong = error instanceof oidc.ClientError && WRONG_ANSWERS.includes(error.code ?? '')
  return isWrong ? 'refused' : 'failed'
}

/** Returns the reason for the log: codes and messages, without tokens or personal data. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, error: kind } = error as { code?: string; error?: string }
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return [error.message, code, kind, cause].filter(Boolean).join('; ')
}
