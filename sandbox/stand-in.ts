import type { FastifyInstance } from 'fastify'
import type { FaultKind, Faults } from './faults.ts'
import type { Html } from './html.ts'
import type { Store } from './store.ts'

/** What every stand-in is given to live in. */
export interface World {
  /** The sandbox's own origin, without a slash at the end. */
  url: string
  shopUrl: string
  store: Store
  faults: Faults
  /** Aborts when the sandbox stops: waits and retries end then. */
  stopping: AbortSignal
}

/** One outside service, played locally. */
export interface StandIn {
  /** Its name in the addresses of the fault switches, such as 'mail'. */
  service: string
  title: string
  /** `create table if not exists` statements, run whenever the store is opened. */
  tables: string
  faults: readonly FaultKind[]
  /**
   * Adds its routes. `app` is a Fastify context of its own, so hooks, parsers and error handlers stay inside;
   * background work ends in an `onClose` hook.
   */
  mount(app: FastifyInstance, world: World): void | Promise<void>
  /** What the first page says about it, if anything, made with `section` from layout.ts. */
  indexSection?(world: World): Html
}
