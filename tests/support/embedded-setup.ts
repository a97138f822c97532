import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openShop } from '../../server/open-shop.ts'
import { openInMemory } from '../../server/platform/db/database.ts'
import { testConfig } from './config.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File with a migrated and seeded embedded database. */
    snapshot: string
  }
}

/** Migrates and seeds one embedded database; each test shop starts from a copy of it. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-snapshot-'))
  const file = join(folder, 'snapshot.tar')
  const database = await openInMemory()
  const open = await openShop(testConfig(), async () => database)
  writeFileSync(file, await database.dump())
  await open.close()
  project.provide('snapshot', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
