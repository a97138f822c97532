import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A client that writes and reads any number of bytes. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // Wait until the shop closes the connection.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends these bytes, and reads until the shop closes the connection. */
export async function say(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(port)
  socket.write(bytes)
  return text(socket).catch(() => '')
}

export type SocketAnswer = { status: number; headers: string; body: string }

/** First response in the received bytes, or null if there was none. */
export function answerIn(heard: string): SocketAnswer | null {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(heard) ?? []
  if (!status) return null
  const [headers = '', body = ''] = heard.split('\r\n\r\n')
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
