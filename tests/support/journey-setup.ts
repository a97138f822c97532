import { rmSync } from 'node:fs'
import { ADMIN } from './config.ts'
import { temporaryFolder } from './fast-folder.ts'
import { startShopProcess } from './shop-process.ts'

/** Data of a fresh demo shop, copied for every shop of the end-to-end tests. */
export function preparedData(): string {
  const folder = process.env.JOURNEY_DATA
  if (!folder) throw new Error('The journeys are started by Playwright, whose setup prepares their data')
  return folder
}

/** Starts and stops one shop, so that the others start with a seeded database. */
export default async function setup() {
  const folder = temporaryFolder('prepared-')
  const shop = await startShopProcess({ ...ADMIN, DATA_DIR: folder })
  await shop.stop()
  // Playwright's workers get the environment of this process.
  process.env.JOURNEY_DATA = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
