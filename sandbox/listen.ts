import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens and returns the port. If it is already in use, the error names the setting to change. */
export async function listen(server: Server, port: number, host: string, setting: string): Promise<number> {
  const listening = once(server, 'listening')
  server.listen(port, host)
  try {
    await listening
  } catch (error) {
    if (!isTaken(error)) throw error
    throw new Error(`port ${port} on ${host} is already in use; set ${setting} to a free port`)
  }
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error(`${setting} must be a port from 0 to 65535`)
  return address.port
}

/** Returns the origin that programs on this machine use for a server on `host`. */
export function addressOf(protocol: 'http' | 'smtp', host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  if (protocol === 'http' && (everywhere || host === '127.0.0.1' || host === '::1'))
    return `http://localhost:${port}`
  const name = everywhere ? '127.0.0.1' : host
  return `${protocol}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
