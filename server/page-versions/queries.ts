import type { VersionState } from '#contract/pages/api.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** A version of a text page. */
export type PageRow = {
  page: string
  version: number
  state: VersionState
  title: string
  html: string
  searchTitle: string
  searchDescription: string
  createdAt: Date
  createdBy: string
}

const FACTS = ['page', 'version', 'title', 'created_at as createdAt', 'created_by as createdBy'] as const
const TEXTS = ['html', 'search_title as searchTitle', 'search_description as searchDescription'] as const

type Facts = Omit<PageRow, 'html' | 'searchTitle' | 'searchDescription'>

function selectVersions(db: Db) {
  return db.selectFrom('page_versions').select(FACTS).select('state')
}

function versionsAt(db: Db, pages: readonly string[], at: Date) {
  return selectVersions(db)
    .distinctOn('page')
    .where('page', 'in', pages)
    .where('created_at', '<=', at)
    .orderBy('page')
    .orderBy('version', 'desc')
}

/** Returns the latest version of every page, including deleted ones. */
export async function listCurrentPages(db: Db): Promise<Facts[]> {
  return typed(
    await selectVersions(db).distinctOn('page').orderBy('page').orderBy('version', 'desc').execute(),
  )
}

/** Returns the version of each of these pages that was the latest one at a time. */
export async function listPagesAt(db: Db, pages: readonly string[], at: Date): Promise<Facts[]> {
  return typed(await versionsAt(db, pages, at).execute())
}

/** Like listPagesAt, with the texts. */
export async function listTextsAt(db: Db, pages: readonly string[], at: Date) {
  return typed(await versionsAt(db, pages, at).select('html').execute())
}

/** Returns a version of a page, or its latest one, or null if there is none. */
export async function findPageVersion(db: Db, page: string, version?: number): Promise<PageRow | null> {
  const row = await selectVersions(db)
    .select(TEXTS)
    .where('page', '=', page)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, state: row.state as VersionState } : null
}

/** Returns all versions of a page, newest first. */
export async function listPageVersions(db: Db, page: string): Promise<Facts[]> {
  return typed(await selectVersions(db).where('page', '=', page).orderBy('version', 'desc').execute())
}

export async function insertPageVersion(
  db: Db,
  adminId: number,
  row: Omit<PageRow, 'createdAt' | 'createdBy'>,
): Promise<PageRow> {
  const inserted = await db
    .insertInto('page_versions')
    .values(({ selectFrom }) => ({
      page: row.page,
      version: row.version,
      state: row.state,
      title: row.title,
      html: row.html,
      search_title: row.searchTitle,
      search_description: row.searchDescription,
      created_at: now(),
      created_by: selectFrom('users').select('username').where('id', '=', adminId),
    }))
    .returning(['created_at as createdAt', 'created_by as createdBy'])
    .executeTakeFirstOrThrow()
  return { ...row, ...inserted }
}

const typed = <Row extends { state: string }>(rows: Row[]) =>
  rows.map((row) => ({ ...row, state: row.state as VersionState }))
