import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from '../after-file.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** File name of the next version's migration. */
export const NEXT_MIGRATION = '9000_next_version.sql'

/** Copies the shop and adds a migration, as a release would. The migration only adds, so old nodes keep working. */
export function makeNextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-next-'))
  afterFile(async () => rmSync(folder, { recursive: true, force: true }))
  // The server finds its migrations next to its real path, so a symlink of it would find those of this version.
  for (const part of ['dist/server', 'server/pages', 'db', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'dist/client', 'dist/images'])
    symlinkSync(join(ROOT, part), join(folder, part))
  writeFileSync(
    join(folder, 'db/migrations', NEXT_MIGRATION),
    `alter table products add column next_note text;
create index products_next_note on products (next_note);
create table next_things (id integer generated always as identity primary key, name text not null);
`,
  )
  return folder
}
