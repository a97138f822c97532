import { startPostgres, type TestPostgres } from '../postgres.ts'
import { runQuery } from '../postgres-process.ts'
import { type Standby, startStandby } from '../standby.ts'

export type ServerPair = {
  primary: TestPostgres
  standby: Standby
  /** Lists both servers. */
  databaseUrl: string
  stop(): Promise<void>
}

/** Starts a database server and a synchronous standby: a commit is acknowledged when both have it on disk. */
export async function startServerPair(): Promise<ServerPair> {
  const primary = await startPostgres({ durable: true })
  try {
    const primaryUrl = await primary.createDatabase('shop')
    const standby = await startStandby(primary.url, { durable: true })
    await runQuery(primary.url, `alter system set synchronous_standby_names = '*'`)
    await runQuery(primary.url, 'select pg_reload_conf()')
    const { host } = new URL(standby.addressOf(primaryUrl))
    return {
      primary,
      standby,
      databaseUrl: primaryUrl.replace(/(@[^/]+)/, `$1,${host}`),
      async stop() {
        await standby.stop()
        await primary.stop()
      },
    }
  } catch (error) {
    await primary.stop()
    throw error
  }
}
