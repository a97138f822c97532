import { fileOfPackage, type NpmPackage } from './npm-file.ts'
import { distinct, type Sample, type Traffic } from './traffic.ts'
import { keepDeclarations } from './typed.ts'

/** Google's own package describes the claims of its ID tokens. */
const AUTH: NpmPackage = {
  name: 'google-auth-library',
  version: '10.9.1',
  integrity:
    'sha512-i1ydyHrqcIxXkWh/uBmVkzCvIuq5yiK2ATndIe5XxKholrG/MTYP9xGYka4sQhrbIAgGjL2B6NOE7rFaiF3fXw==',
}

export const GOOGLE_HEAD = [
  "import type { TokenPayload } from './google-id-token.js'",
  "import type { ServerMetadata, TokenEndpointResponse } from 'openid-client'",
]

export function googleSamples({ exchanges }: Traffic): Sample[] {
  keepDeclarations('google-id-token.d.ts', fileOfPackage(AUTH, 'build/src/auth/loginticket.d.ts'))
  const samples = exchanges
    .filter(({ status }) => status === 200)
    .flatMap(({ url, response }): Sample[] => {
      if (url.startsWith('/.well-known/openid-configuration')) {
        return [{ type: 'ServerMetadata', value: JSON.parse(response), where: 'discovery' }]
      }
      if (!url.startsWith('/identity/token')) return []
      const result = JSON.parse(response) as { id_token?: string; token_type: string }
      // The client library compares it in lowercase, and its type allows only lowercase.
      const value = { ...result, token_type: result.token_type.toLowerCase() }
      const [, claims = ''] = value.id_token?.split('.') ?? []
      return [
        { type: 'TokenEndpointResponse', value, where: 'token endpoint' },
        {
          type: 'TokenPayload',
          value: JSON.parse(Buffer.from(claims, 'base64url').toString()),
          where: 'ID token',
        },
      ]
    })
  return distinct(samples)
}
