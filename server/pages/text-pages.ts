import type { AdminPage, ListedPage, PageInput, PageState, WholePageVersion } from '#contract/pages/api.ts'
import { FIXED_NAMES } from '#contract/pages/names.ts'
import {
  FIXED_PAGES,
  isFixedPage,
  isLegalPage,
  isOriginalPage,
  OWN_PAGES_MAX,
  PAGE_MESSAGES,
  pageAddress,
  placeholdersIn,
} from '#contract/pages/rules.ts'
import { editConflict, recordChange } from '../audit/audit.ts'
import { sanitizePage } from '../catalog/html.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import {
  findPageVersion,
  insertPageVersion,
  listCurrentPages,
  type PageRow,
} from '../page-versions/queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { lockSettings } from '../settings/queries.ts'
import { changeSettings, readSettings, type WrittenPage } from '../settings/settings.ts'

/** The kind of pages in the audit log. */
const KIND = 'page'

type Admin = Pick<RequestUser, 'id'>

/** Returns a page as shoppers see it. @throws ShopError 404 if the store owner didn't write it, or it isn't published */
export async function findPublicPage(db: Db, name: string) {
  const written = writtenPage((await readSettings(db)).pages, name)
  const row = written?.isPublished ? await findPageVersion(db, name, written.version) : null
  if (!row) throw notFound(PAGE_MESSAGES.gone)
  const { title, html, searchTitle, searchDescription, createdAt } = row
  // Versions are already sanitized; this covers rows that were written some other way.
  const texts = { name, title, html: sanitizePage(html), searchTitle, searchDescription }
  return { ...texts, updatedAt: createdAt.toISOString() }
}

const writtenPage = (pages: Record<string, WrittenPage>, name: string) =>
  Object.hasOwn(pages, name) ? pages[name] : undefined

/** Lists the pages at fixed URLs, then those that the store owner added, by title. */
export async function listPages(db: Db): Promise<ListedPage[]> {
  const current = new Map((await listCurrentPages(db)).map((row) => [row.page, row]))
  const own = [...current.values()]
    .filter(({ page, state }) => !isFixedPage(page) && state !== 'deleted')
    .sort((a, b) => a.title.localeCompare(b.title))
  return [
    ...FIXED_NAMES.map((name) => listedPage(name, current.get(name))),
    ...own.map((row) => listedPage(row.page, row)),
  ]
}

/** @throws ShopError 404 */
export async function findAdminPage(db: Db, name: string): Promise<AdminPage> {
  return adminPage(name, await findPageVersion(db, name))
}

/** @throws ShopError 404 */
export async function findWholeVersion(db: Db, name: string, version: number): Promise<WholePageVersion> {
  const row = await findPageVersion(db, name, version)
  if (!row) throw notFound(PAGE_MESSAGES.gone)
  return { ...row, at: row.createdAt.toISOString(), by: row.createdBy }
}

/**
 * Saves a page as a new version, or creates a page.
 * @param seen the version that the admin saw, or 0 if there was none
 * @throws ShopError 400, 409 if the page was changed concurrently, or its URL is taken
 */
export async function savePage(
  db: Db,
  admin: Admin,
  name: string,
  { isPublished, ...texts }: PageInput,
  seen: number,
): Promise<AdminPage> {
  const html = sanitizePage(texts.html)
  checkPublication(name, html, isPublished)
  const state = isPublished ? 'published' : 'unpublished'
  return adminPage(name, await addVersion(db, admin, name, seen, { ...texts, html, state }))
}

/** Replaces the text of a page with the original one. @throws ShopError 404, 409 */
export async function restoreOriginal(db: Db, admin: Admin, name: string, seen: number): Promise<AdminPage> {
  if (!isOriginalPage(name)) throw notFound('This page has no original text.')
  const { title } = FIXED_PAGES[name]
  const row = await addVersion(db, admin, name, seen, { ...NO_TEXTS, title, state: 'original' })
  return adminPage(name, row)
}

/** @throws ShopError 404, 409 */
export async function deletePage(db: Db, admin: Admin, name: string, seen: number): Promise<void> {
  if (isOriginalPage(name)) throw notFound('This page has an original text, and can’t be deleted.')
  const { title } = await findAdminPage(db, name)
  await addVersion(db, admin, name, seen, { ...NO_TEXTS, title, state: 'deleted' })
}

const NO_TEXTS = { html: '', searchTitle: '', searchDescription: '' }

async function addVersion(
  db: Db,
  admin: Admin,
  name: string,
  seen: number,
  next: Omit<PageRow, 'page' | 'version' | 'createdAt' | 'createdBy'>,
): Promise<PageRow> {
  return inTransaction(db, async (db) => {
    await lockSettings(db)
    const { pages } = await readSettings(db)
    const before = await findPageVersion(db, name)
    const isGone = before === null || before.state === 'deleted'
    if ((isGone ? 0 : before.version) !== seen) {
      if (seen === 0) throw new ShopError(409, 'conflict', PAGE_MESSAGES.taken, taken)
      throw await editConflict(db, KIND, name, seen, 'this page')
    }
    if (isGone && next.state === 'deleted') throw notFound(PAGE_MESSAGES.gone)
    if (before?.state === 'original' && next.state === 'original') return before
    if (isGone && !isFixedPage(name)) checkCount(pages)
    const row = await insertPageVersion(db, admin.id, {
      ...next,
      page: name,
      version: (before?.version ?? 0) + 1,
    })
    await changeSettings(db, { pages: withPage(pages, row) })
    await recordChange(db, {
      actorId: admin.id,
      action: `${KIND}.${ACTIONS[row.state] ?? (isGone ? 'created' : 'changed')}`,
      subjectId: name,
      before: isGone ? null : factsOf(before),
      after: factsOf(row),
    })
    return row
  })
}

const taken = { errors: [{ path: 'name', message: PAGE_MESSAGES.taken }] }
const ACTIONS: Partial<Record<PageRow['state'], string>> = { original: 'restored', deleted: 'deleted' }

/** The audit log refers to the text by its version, because the versions have it. */
const factsOf = ({ title, state, version }: PageRow) => ({
  title,
  state,
  text: `Version ${version}`,
  version,
})

function withPage(pages: Record<string, WrittenPage>, { page, version, title, state, createdAt }: PageRow) {
  const { [page]: _before, ...others } = pages
  if (state === 'original' || state === 'deleted') return others
  const isPublished = state === 'published'
  return { ...others, [page]: { version, title, isPublished, updatedAt: createdAt.toISOString() } }
}

/** @throws ShopError 400 */
function checkPublication(name: string, html: string, isPublished: boolean) {
  const reject = (path: string, message: string) => invalidInput(message, [{ path, message }])
  if (!isPublished && isFixedPage(name) && FIXED_PAGES[name].isRequired)
    throw reject('isPublished', PAGE_MESSAGES.required)
  const [left] = isPublished && isLegalPage(name) ? placeholdersIn(html) : []
  if (left !== undefined) throw reject('html', PAGE_MESSAGES.placeholders(left))
}

/** @throws ShopError 400 */
function checkCount(pages: Record<string, WrittenPage>) {
  const own = Object.keys(pages).filter((name) => !isFixedPage(name))
  if (own.length >= OWN_PAGES_MAX) throw invalidInput(PAGE_MESSAGES.tooMany, [])
}

type Facts = Pick<PageRow, 'state' | 'title' | 'version' | 'createdAt' | 'createdBy'>

function listedPage(name: string, row: Facts | undefined | null): ListedPage {
  const isShown = row && row.state !== 'deleted'
  return {
    name,
    address: pageAddress(name),
    title: isShown || !isFixedPage(name) ? (row?.title ?? name) : FIXED_PAGES[name].title,
    state: stateOf(name, row?.state),
    version: isShown ? row.version : 0,
    updatedAt: isShown ? row.createdAt.toISOString() : null,
    updatedBy: isShown ? row.createdBy : null,
  }
}

function stateOf(name: string, state: PageRow['state'] | undefined): PageState {
  if (state === 'published' || state === 'unpublished') return state
  return isOriginalPage(name) ? 'original' : 'unwritten'
}

/** @throws ShopError 404 */
function adminPage(name: string, row: PageRow | null): AdminPage {
  if (!isFixedPage(name) && (!row || row.state === 'deleted')) throw notFound(PAGE_MESSAGES.gone)
  const isWritten = row?.state === 'published' || row?.state === 'unpublished'
  return {
    ...listedPage(name, row),
    html: isWritten ? row.html : null,
    searchTitle: isWritten ? row.searchTitle : '',
    searchDescription: isWritten ? row.searchDescription : '',
  }
}
