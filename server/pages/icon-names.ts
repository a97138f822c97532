import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AdminIcon } from '#contract/admin.ts'

const FILE = createRequire(import.meta.url).resolve(
  '@fortawesome/fontawesome-free/metadata/icon-families.json',
)

type Families = Record<
  string,
  { label: string; search?: { terms?: string[] }; svgs?: { classic?: object; brands?: object } }
>

/** Every icon that /icons can give, with the words by which Font Awesome has it found; read when first asked for. */
export function listIconNames(): Promise<AdminIcon[]> {
  known ??= readAll()
  return known
}

let known: Promise<AdminIcon[]> | undefined

async function readAll(): Promise<AdminIcon[]> {
  const families = JSON.parse(await readFile(FILE, 'utf8')) as Families
  // Digits and letters are no pictures of anything.
  const pictures = Object.entries(families).filter(([name]) => name.length > 1)
  return pictures.map(([name, { label, search }]) => ({
    icon: `fa-${name}`,
    words: [label, ...(search?.terms ?? [])].join(' ').toLowerCase(),
  }))
}
