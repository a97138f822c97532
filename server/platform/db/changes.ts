import type { Logger } from 'pino'
import type { Changes } from './listen.ts'
import { listenOnServer } from './listen.ts'
import type { PgliteClient } from './pglite-client.ts'

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
