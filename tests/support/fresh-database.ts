import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { databasesAt } from './postgres.ts'

/** An empty database of its own on a running server. */
export function freshDatabase(serverUrl: string): Promise<string> {
  return databasesAt(serverUrl).createDatabase(newName())
}

/** A migrated and seeded database of its own, copied from the run's template. */
export async function copyOfTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const databases = databasesAt(inject('postgresUrl'))
  const name = newName()
  const url = await databases.createDatabase(name, inject('template'))
  return { url, drop: () => databases.dropDatabase(name) }
}

/** A copy of the template that stays until the server stops. */
export async function shopDatabase(): Promise<string> {
  return (await copyOfTemplate()).url
}

function newName() {
  return `test_${randomUUID().replaceAll('-', '')}`
}
