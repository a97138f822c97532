import type { Logger } from 'pino'
import { listenOnServer } from './listen.ts'
import type { PgliteClient } from './pglite-client.ts'

/** What one node knows of the changes of what pages show, whoever makes them (db/migrations/0020_page_changes.sql). */
export type Changes = {
  /** Another number after each change; what was read under an earlier one may be out of date. */
  version(): number
  /** Before this byte of the database's journal stands every change that counts in `version`; null while nobody can say. */
  place(): bigint | null
  /** False while a change more than a second old may have been missed: nothing that was kept may be shown then. */
  isSure(): boolean
  /** Resolves once every change that was committed before the call counts in `version`. */
  catchUp(): Promise<void>
}

/** Where the database tells that something has changed. */
const CHANNEL = 'page_changes'

export function changesOnServer(databaseUrl: string, log: Logger): Changes & { close(): Promise<void> } {
  return listenOnServer(databaseUrl, CHANNEL, log)
}

/** Nobody else writes to an embedded database: what it tells comes ahead of the writer's own answer, and is never lost. */
export async function changesEmbedded(client: PgliteClient): Promise<Changes> {
  let version = 1
  await client.listen(CHANNEL, () => {
    version += 1
  })
  return {
    version: () => version,
    place: () => null,
    isSure: () => true,
    catchUp: async () => undefined,
  }
}
