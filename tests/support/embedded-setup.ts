import { rmSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { TestProject } from 'vitest/node'
import { temporaryFolder } from './fast-folder.ts'
import { prepareShop } from './prepare-shop.ts'
import { UNOPTIMIZED_WASM } from './shop-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a migrated and seeded shop that has stopped. */
    preparedData: string
  }
}

/** Migrates and seeds one embedded database. Each test shop, and each test of a real process, starts from a copy of it. */
export default async function setup(project: TestProject) {
  for (const flag of UNOPTIMIZED_WASM) setFlagsFromString(flag)
  const dataDir = temporaryFolder('prepared-')
  await prepareShop({ DATA_DIR: dataDir })
  project.provide('preparedData', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}
