/** `issuer`: origin of Google or its emulator. */
export type GoogleSettings = { issuer: string; clientId: string; clientSecret: string }

type Environment = { GOOGLE_CLIENT_ID?: string; GOOGLE_CLIENT_SECRET?: string }

/** The shop's credentials at the sandbox's identity provider. */
const DEMO_CLIENT = { clientId: 'plinth-demo', clientSecret: 'plinth-demo-secret' }

/**
 * @param reject throws an error that names the missing setting
 * @returns null if Google sign-in is disabled
 */
export function googleOf(
  env: Environment,
  sandbox: { url: string } | null,
  reject: (message: string) => never,
): GoogleSettings | null {
  if (sandbox) return { issuer: sandbox.url, ...DEMO_CLIENT }
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  if (clientId && clientSecret) return { issuer: 'https://accounts.google.com', clientId, clientSecret }
  if (clientId || clientSecret) {
    reject(
      clientId
        ? 'GOOGLE_CLIENT_SECRET: required when GOOGLE_CLIENT_ID is set'
        : 'GOOGLE_CLIENT_ID: required when GOOGLE_CLIENT_SECRET is set',
    )
  }
  return null
}
