import { z } from 'zod'
import { hasText } from '../html.ts'
import { endpoint } from '../http.ts'
import { asStorable, shownLine, Time, Version } from '../text.ts'
import * as rules from './rules.ts'
import { PAGE_MESSAGES as SAYS } from './rules.ts'

/** The last part of a page's URL. */
export const PageName = z
  .string()
  .max(rules.PAGE_NAME_MAX, SAYS.name)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, SAYS.name)

/** 'original': the text in the code. 'unwritten': doesn't exist yet. */
const PageState = z.enum(['original', 'unwritten', 'published', 'unpublished'])
export type PageState = z.infer<typeof PageState>

/** The state of a page since a version. The versions of 'deleted' pages stay. */
const VERSION_STATES = ['published', 'unpublished', 'original', 'deleted'] as const
const VersionState = z.enum(VERSION_STATES)
export type VersionState = z.infer<typeof VersionState>

/** A published page as shoppers see it. */
const PublicPage = z.object({
  name: z.string(),
  title: z.string(),
  /** Sanitized. */
  html: z.string(),
  /** If empty, the title. */
  searchTitle: z.string(),
  searchDescription: z.string(),
  updatedAt: Time,
})

export const getPage = endpoint({
  method: 'GET',
  path: '/api/pages/:name',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary:
    'A page that the store owner wrote or edited. 404 if it isn’t published, or shows its original text.',
  input: z.object({ name: PageName }),
  response: PublicPage,
})

const ListedPage = z.object({
  name: z.string(),
  /** The path of its URL. */
  address: z.string(),
  title: z.string(),
  state: PageState,
  /** 0 if there are no versions. */
  version: z.int().min(0),
  /** Null if there are no versions. */
  updatedAt: Time.nullable(),
  updatedBy: z.string().nullable(),
})
export type ListedPage = z.infer<typeof ListedPage>

export const listPages = endpoint({
  method: 'GET',
  path: '/api/admin/pages',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'All text pages: those at fixed URLs, then those that the store owner added, by title.',
  input: z.object({}),
  response: z.array(ListedPage),
})

/** A page with its text, which is null if the text is in the code or isn't written yet. */
const AdminPage = ListedPage.extend({
  html: z.string().nullable(),
  searchTitle: z.string(),
  searchDescription: z.string(),
})
export type AdminPage = z.infer<typeof AdminPage>

export const getAdminPage = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:name',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'The current version of a page.',
  input: z.object({ name: PageName }),
  response: AdminPage,
})

/** The fields of the page form. */
export const PageFields = z.object({
  title: shownLine({
    min: 1,
    tooShort: SAYS.title,
    max: rules.PAGE_TITLE_MAX,
    tooLong: SAYS.titleTooLong,
  }),
  html: z
    .string()
    .max(rules.PAGE_HTML_MAX, SAYS.textTooLong)
    .transform(asStorable)
    .refine(hasText, SAYS.text),
  searchTitle: shownLine({ min: 0, tooShort: '', max: rules.SEARCH_TITLE_MAX, tooLong: SAYS.searchTitle }),
  searchDescription: shownLine({
    min: 0,
    tooShort: '',
    max: rules.SEARCH_DESCRIPTION_MAX,
    tooLong: SAYS.searchDescription,
  }),
  isPublished: z.boolean({ error: SAYS.choice }),
})
export const NewPageFields = PageFields.extend({ name: PageName })
export type PageInput = z.output<typeof PageFields>

/** The version that the admin saw, or 0 if the page had none. */
const SeenVersion = z.int().min(0).max(2_147_483_647)

export const savePage = endpoint({
  method: 'PUT',
  path: '/api/admin/pages/:name',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Save a new version of a page, or create a page. 409 if it was changed since `version`, which is 0 for a new page.',
  input: NewPageFields.extend({ version: SeenVersion }),
  response: AdminPage,
})

export const restorePage = endpoint({
  method: 'POST',
  path: '/api/admin/pages/:name/original',
  access: 'admin',
  staff: ['manager'],
  summary: 'Replace the text of a page with the original one. The earlier versions stay.',
  input: z.object({ name: PageName, version: SeenVersion }),
  response: AdminPage,
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: '/api/admin/pages/:name',
  access: 'admin',
  staff: ['manager'],
  summary: 'Delete a page that has no original text. Its versions stay.',
  input: z.object({ name: PageName, version: z.coerce.number().pipe(SeenVersion) }),
  response: z.object({ name: z.string() }),
})

const PageVersion = z.object({
  version: Version,
  state: VersionState,
  title: z.string(),
  at: Time,
  /** Username of the admin. */
  by: z.string(),
})

export const listPageVersions = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:name/versions',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'All versions of a page, newest first.',
  input: z.object({ name: PageName }),
  response: z.array(PageVersion),
})

const WholePageVersion = PageVersion.extend({
  /** Empty if `state` is 'original' or 'deleted'. */
  html: z.string(),
  searchTitle: z.string(),
  searchDescription: z.string(),
})
export type WholePageVersion = z.infer<typeof WholePageVersion>

export const getPageVersion = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:name/versions/:version',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'One version of a page with its text.',
  input: z.object({ name: PageName, version: z.coerce.number().pipe(Version) }),
  response: WholePageVersion,
})

export const pageEndpoints = [
  getPage,
  listPages,
  getAdminPage,
  savePage,
  restorePage,
  deletePage,
  listPageVersions,
  getPageVersion,
] as const
