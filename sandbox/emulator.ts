import type { FastifyInstance } from 'fastify'
import type { FaultKind, Faults } from './faults.ts'
import type { Html } from './html.ts'
import type { Scheduler } from './scheduler.ts'
import type { Store } from './store.ts'

/** The environment of every emulator. */
export interface World {
  /** The sandbox's origin, without a trailing slash. */
  url: string
  shopUrl: string
  store: Store
  faults: Faults
  work: Scheduler
  /** Aborts when the sandbox stops, which ends all delays. */
  stopping: AbortSignal
}

/** An external service, emulated locally. */
export interface Emulator {
  /** The service's name in the URLs of the fault switches, such as 'mail'. */
  service: string
  title: string
  /** `create table if not exists` statements, run whenever the store is opened. */
  tables: string
  faults: readonly FaultKind[]
  /** Adds the emulator's routes. `app` is a separate Fastify context for its hooks, parsers, and error handlers. */
  mount(app: FastifyInstance, world: World): void | Promise<void>
  /** Returns the emulator's section of the start page, built with `section` from layout.ts. */
  indexSection?(world: World): Html
}
