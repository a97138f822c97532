import { FIXED_NAMES } from '#contract/pages/names.ts'
import type { ValidPolicy } from '#contract/pages/policies.ts'
import { FIXED_PAGES, isOriginalPage, isPolicy, PAGE_MESSAGES } from '#contract/pages/rules.ts'
import { sanitizePage } from '../catalog/html.ts'
import { notFound } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { findPageVersion, listPagesAt } from './queries.ts'

const POLICIES = FIXED_NAMES.filter(isPolicy)

/** Lists the policies that shoppers could read at a time, each with its version then. */
export async function listPoliciesAt(db: Db, at: Date): Promise<ValidPolicy[]> {
  const rows = new Map((await listPagesAt(db, POLICIES, at)).map((row) => [row.page, row]))
  return POLICIES.flatMap((name): ValidPolicy[] => {
    const row = rows.get(name)
    const since = row?.createdAt.toISOString() ?? null
    if (row?.state === 'published') return [{ name, title: row.title, version: row.version, since }]
    if (!isOriginalPage(name)) return []
    return [{ name, title: FIXED_PAGES[name].title, version: null, since }]
  })
}

/** Returns a version that was published. @throws ShopError 404 */
export async function findPolicy(db: Db, name: string, version: number) {
  const row = isPolicy(name) ? await findPageVersion(db, name, version) : null
  if (row?.state !== 'published') throw notFound(PAGE_MESSAGES.gone)
  return { title: row.title, html: sanitizePage(row.html), since: row.createdAt.toISOString() }
}
