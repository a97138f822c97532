import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The first half of a stop: goes on serving while whoever sends requests here learns not to. */
    drain(): Promise<void>
  }
}

/**
 * Lets a shop stop without dropping a request: for so many seconds it says by /readyz that it stops, closes each connection
 * with the answer on it, and serves whatever still comes.
 * @returns whether it is stopping
 */
export function drainBeforeStop(app: FastifyInstance, seconds: number): () => boolean {
  let isStopping = false
  // Ahead of whatever answers: nobody may send a second request on a connection that is about to go.
  app.server.prependListener('request', (_request, response) => {
    if (isStopping) response.shouldKeepAlive = false
  })
  app.decorate('drain', async () => {
    isStopping = true
    await sleep(seconds * 1000)
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })
  return () => isStopping
}
