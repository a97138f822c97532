import { readFileSync } from 'node:fs'
import { areComplete, copyPrograms, packagedPrograms } from '../../server/platform/db/embedded/programs.ts'
import { canReach, giveTo, type User, unprivilegedUser } from '../../server/platform/db/embedded/user.ts'

/** PostgreSQL refuses to run as root. */
export function testUser(): User {
  return process.getuid?.() === 0 ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined
}

/**
 * Returns a folder with `initdb` and `postgres` that this user can run, copied to the given folder if necessary: those of the
 * embedded database. `PLINTH_POSTGRES` names a different folder.
 */
export async function binariesFor(user: User, folder: string) {
  const { PLINTH_POSTGRES } = process.env
  if (PLINTH_POSTGRES) return PLINTH_POSTGRES
  const bin = packagedPrograms()
  if ((await areComplete(bin)) && (await canReach(user, [bin]))) return bin
  const copy = await copyPrograms(bin, folder)
  await giveTo(user, folder)
  return copy
}
