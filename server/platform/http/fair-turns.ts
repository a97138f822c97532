import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitConcurrency } from '../concurrency.ts'
import { forRequest } from '../trace.ts'
import { isInProcess } from './in-process.ts'

/** @property network the client's network, or null if it is exempt from limits */
type Caller = { id: string; network: string | null }

/** Runs work when it is the caller's turn. @throws ShopError 503 if too much work is waiting */
export type FairTurns = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>

declare module 'fastify' {
  interface FastifyInstance {
    fairTurns: FairTurns
  }
}

/** Fewer than the database's connections, so that other requests find one. */
const AT_ONCE = 8
/** About ten seconds of pages. */
const MAX_WAITING = 500

/**
 * Creates the queue of work that takes much more time of the CPU and the database than other requests: rendering pages,
 * lists, searches, and prices. Networks take turns, so one that sends as many requests as its limit allows doesn't delay
 * the others. The work must not wait for other services.
 */
export function createFairTurns(): FairTurns {
  const limited = limitConcurrency(AT_ONCE, MAX_WAITING)
  return ({ id, network }, work) => (network === null ? work() : forRequest(id, () => limited(work), network))
}

export function offerFairTurns(app: FastifyInstance, fairTurns: FairTurns) {
  app.decorate('fairTurns', fairTurns)
}

/** Runs work in the turn of a request's network. The shop's own requests are part of work that has its turn. */
export function inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return isInProcess(request) ? work() : request.server.fairTurns(request, work)
}
