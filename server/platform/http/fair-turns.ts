import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitConcurrency, oneAtATime } from '../concurrency.ts'
import { forRequest } from '../trace.ts'
import { isInProcess } from './in-process.ts'

/** @property network the client's network, or null if it is exempt from limits */
type Caller = { id: string; network: string | null }

/** Runs work when it is the caller's turn. @throws ShopError 503 if too much work is waiting */
export type FairTurns = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>

declare module 'fastify' {
  interface FastifyInstance {
    fairTurns: FairTurns
    readingTurns: FairTurns
    soleTurns: ReturnType<typeof oneAtATime>
  }
}

/** Fewer than the database's connections, so that other requests find one. */
const AT_ONCE = 8
/** About ten seconds of pages. */
const MAX_WAITING = 500
/** Requests of one network that wait for its sole turn: a few seconds of checkouts. */
const MAX_WAITING_ALONE = 200

/**
 * Creates the queue of work that takes much more time of the CPU and the database than other requests: rendering pages,
 * lists, searches, and prices. Networks take turns, so one that sends as many requests as its limit allows doesn't delay
 * the others. The work must not wait for other services.
 */
export function createFairTurns(atOnce = AT_ONCE): FairTurns {
  const limited = limitConcurrency(atOnce, MAX_WAITING)
  return ({ id, network }, work) => (network === null ? work() : forRequest(id, () => limited(work), network))
}

export function offerFairTurns(app: FastifyInstance, fairTurns: FairTurns) {
  app.decorate('fairTurns', fairTurns)
  app.decorate('readingTurns', createFairTurns(1))
  app.decorate('soleTurns', oneAtATime(MAX_WAITING_ALONE))
}

/** Runs work in the turn of a request's network. The shop's own requests are part of work that has its turn. */
export function inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return isInProcess(request) ? work() : request.server.fairTurns(request, work)
}

/**
 * Like inTurn, for work that waits for locks which other requests of its network may hold. A network's requests run one at
 * a time, so those that wait need no connection to the database, and others find one.
 * @throws ShopError 429 if too many of the network's requests wait
 */
export function inSoleTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const { network, server } = request
  if (network === null || isInProcess(request)) return inTurn(request, work)
  return server.soleTurns(network, () => inTurn(request, work))
}

/**
 * Runs work that takes only time of the CPU when it is the turn of the request's network. It is done one at a time, and
 * other events are handled in between.
 */
export function inReadingTurn<T>(request: FastifyRequest, work: () => T): Promise<T> {
  return request.server.readingTurns(request, async () => {
    await setImmediate()
    return work()
  })
}
