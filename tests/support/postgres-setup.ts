import type { TestProject } from 'vitest/node'
import { SHOP_TEMPLATE, startPostgres, type TestPostgres } from './postgres.ts'
import { runQuery } from './postgres-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a real PostgreSQL server; tests create separate databases on it. */
    postgresUrl: string
    /** Name of a migrated and seeded database on that server. */
    template: string
  }
}

type SharedServer = { server: TestPostgres; users: number }

// Each project loads this file separately, but all of them can share one server.
const shared = globalThis as { plinthPostgres?: Promise<SharedServer> }

/** Starts one PostgreSQL server for the whole run, with a template for the database of each test shop. */
export default async function setup(project: TestProject) {
  shared.plinthPostgres ??= startWithTemplate()
  const { server } = await shared.plinthPostgres
  project.provide('postgresUrl', server.url)
  project.provide('template', SHOP_TEMPLATE)
  const use = await shared.plinthPostgres
  use.users += 1
  return async () => {
    use.users -= 1
    if (use.users > 0) return
    delete shared.plinthPostgres
    await server.stop()
  }
}

async function startWithTemplate(): Promise<SharedServer> {
  const server = await startPostgres()
  try {
    const [{ version } = {}] = await runQuery(
      server.url,
      "select current_setting('server_version') as version",
    )
    console.log(`Tests run on PostgreSQL ${version}`)
    const databaseUrl = await server.createDatabase(SHOP_TEMPLATE)
    // Only the project that creates the template loads the shop.
    const { prepareShop } = await import('./prepare-shop.ts')
    await prepareShop({ DATABASE_URL: databaseUrl })
    return { server, users: 0 }
  } catch (error) {
    await server.stop()
    throw error
  }
}
