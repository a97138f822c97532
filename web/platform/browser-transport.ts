import { type ApiCall, type ApiResponse, isFile, type Transport } from './api.ts'
import { clearToken, readToken } from './auth-token.ts'

/**
 * Calls over the network: always with cookies, with the bearer token if there is one, never from a cache (spec section
 * 7). If the token's session has ended, clears it and repeats the call as a visitor.
 */
export const browserTransport: Transport = async (call) => {
  const token = readToken()
  const response = await send(call, token)
  const hasEnded = token !== null && response.status === 401 && response.text.includes('"sign_in_ended"')
  if (!hasEnded) return response
  clearToken()
  return send(call, null)
}

async function send(
  { method, url, body, onText, signal }: ApiCall,
  token: string | null,
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    signal,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': isFile(body) ? 'application/octet-stream' : 'application/json' }),
      ...(method === 'GET' ? { 'cache-control': 'no-cache' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: isFile(body) ? (body as BodyInit) : JSON.stringify(body) }),
  })
  return {
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    text: onText && response.ok ? await readPieces(response, onText) : await response.text(),
  }
}

async function readPieces(response: Response, onText: (text: string) => void): Promise<string> {
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    onText(piece)
  }
  return text
}
