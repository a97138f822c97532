import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A client that writes and reads raw bytes. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // Wait until the shop closes the connection.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends these bytes, and reads until the shop closes the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(port)
  socket.write(bytes)
  return text(socket).catch(() => '')
}

export type SocketResponse = { status: number; headers: string; body: string }

/** First response in the received bytes, or null if there was none. */
export function parseResponse(received: string): SocketResponse | null {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(received) ?? []
  if (!status) return null
  const [headers = '', body = ''] = received.split('\r\n\r\n')
  return { status: Number(status), headers: headers.toLowerCase(), body }
}

/** Number of concurrent sockets, opened in batches that fit a small backlog. */
export async function openMany(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Math.min(200, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => openSocket(port)))))
  }
  return sockets
}
