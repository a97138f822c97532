import { USERNAME_CHARACTERS, USERNAME_MAX, USERNAME_MIN } from '#contract/accounts/rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomId } from '../../platform/ids.ts'
import { listTakenUsernames } from './queries.ts'

const NUMBERED = 20

/** A name that nobody has, made from the first part of an address: mara, mara2, and so on. */
export async function freeUsername(db: Db, email: string): Promise<string> {
  const base = usernameFrom(email)
  const numbered = Array.from({ length: NUMBERED }, (_, index) => (index === 0 ? '' : String(index + 1)))
  const candidates = [...numbered, randomDigits()].map((end) => withEnd(base, end))
  const taken = new Set(await listTakenUsernames(db, candidates))
  return candidates.find((name) => !taken.has(name.toLowerCase())) ?? withEnd(base, randomDigits())
}

/** What the rules for names leave of an address; without its accents and without what follows a plus. */
export function usernameFrom(email: string): string {
  const [local = ''] = email.split(/[+@]/)
  const name = [...local.normalize('NFKD')]
    .filter((character) => USERNAME_CHARACTERS.test(character))
    .join('')
    .replace(/([._-])\1+/g, '$1')
    .slice(0, USERNAME_MAX)
  return name.length < USERNAME_MIN ? `user${name}` : name
}

function withEnd(base: string, end: string): string {
  return `${base.slice(0, USERNAME_MAX - end.length)}${end}`
}

function randomDigits(): string {
  return String(Buffer.from(randomId()).readUIntBE(0, 6) % 10 ** 8)
}
