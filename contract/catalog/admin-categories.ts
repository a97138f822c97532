import { z } from 'zod'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { RowId, shownLine, shownText, Time, Version } from '../text.ts'
import { lineOrNone } from '../typed-text.ts'
import { Category } from './api.ts'
import { ImageAddress } from './product-input.ts'
import { ADMIN_PAGE_SIZE, KEBAB_CASE, SLUG_MAX, TAX_CLASS_MAX } from './rules.ts'

/** Rules and messages for the category form (spec section 5). */

export const CATEGORY_NAME_MAX = 100
const CATEGORY_DESCRIPTION_MAX = 1000
export const ICON_DEFAULT = 'fa-folder'
/** Icons for synced and imported categories, chosen by words in their names. */
const ICONS: [words: RegExp, icon: string][] = [
  [/\b(lights?|lighting|lamps?|bulbs?)\b/i, 'fa-lightbulb'],
  [/\b(mats?|rugs?|pads?|felt)\b/i, 'fa-rug'],
  [/\b(stands?|risers?|shelf|shelves|mounts?|arms?)\b/i, 'fa-layer-group'],
  [/\b(keyboards?|keycaps?)\b/i, 'fa-keyboard'],
  [/\b(mouse|mice|trackballs?)\b/i, 'fa-computer-mouse'],
  [/\b(monitors?|screens?|displays?)\b/i, 'fa-desktop'],
  [/\b(audio|sound|headphones?|speakers?|microphones?)\b/i, 'fa-headphones'],
  [/\b(tech|chargers?|charging|cables?|power|electronics?|adapters?|hubs?)\b/i, 'fa-plug'],
  [/\b(pens?|pencils?|paper|notebooks?|stationery|writing)\b/i, 'fa-pen'],
  [/\b(organi[sz]\w*|trays?|storage|box(es)?|holders?|drawers?)\b/i, 'fa-box-open'],
  [/\b(comfort|ergonomics?|cushions?|footrests?)\b/i, 'fa-couch'],
  [/\b(chairs?|seating|stools?)\b/i, 'fa-chair'],
  [/\b(plants?|planters?)\b/i, 'fa-leaf'],
  [/\b(books?|bookends?)\b/i, 'fa-book'],
  [/\b(mugs?|cups?|drinkware|coasters?)\b/i, 'fa-mug-hot'],
  [/\b(clocks?|timers?|time|calendars?)\b/i, 'fa-clock'],
  [/\b(bags?|cases?|sleeves?|backpacks?)\b/i, 'fa-briefcase'],
  [/\b(gifts?|gift cards?)\b/i, 'fa-gift'],
  [/\b(desks?|tables?|furniture)\b/i, 'fa-table'],
]

export function iconFor(name: string): string {
  return ICONS.find(([words]) => words.test(name))?.[1] ?? ICON_DEFAULT
}

const ICON_NAME = /^fa-[a-z0-9-]{1,60}$/

export const CATEGORY_MESSAGES = {
  name: 'Name is required',
  slugRequired: 'Slug is required',
  slug: 'Slug must be in kebab-case format',
  slugTaken: 'Another category already has this slug.',
  description: 'Description is required',
  icon: 'Icon is required',
  iconName: 'Icon must be the name of a Font Awesome icon, such as fa-folder',
  notFound: 'Category not found',
} as const

/** Returns why a category can't be deleted. */
export function categoryInUse(counts: { onSale: number; drafts: number; archived: number }): string {
  const noun = (count: number, noun: string) =>
    count === 0 ? [] : `${count} ${noun}${count === 1 ? '' : 's'}`
  const { onSale, drafts, archived } = counts
  const list = [noun(onSale, 'product'), noun(drafts, 'draft'), noun(archived, 'archived product')].flat()
  const sentence = new Intl.ListFormat('en-US').format(list)
  return `This category has ${sentence}. Move them to another category first.`
}

const CATEGORY_COLUMNS = ['name', 'slug', 'products', 'updated'] as const
const CATEGORY_SORTS = CATEGORY_COLUMNS.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const)

/** A category as shown to admins. */
export const AdminCategory = Category.extend({
  /** Number of active products. */
  products: z.int().nonnegative(),
  draftProducts: z.int().nonnegative(),
  archivedProducts: z.int().nonnegative(),
  /** The tax class of products without their own, or null for 'standard'. */
  taxClass: z.string().nullable(),
  version: Version,
  updatedAt: Time,
})
export type AdminCategory = z.infer<typeof AdminCategory>

const limits = (tooShort: string, max: number) => ({
  min: 1,
  tooShort,
  max,
  tooLong: `At most ${max} characters`,
})
const requiredLine = (tooShort: string, max: number) =>
  z.string({ error: tooShort }).pipe(shownLine(limits(tooShort, max)))

/** The fields of the category form (spec section 5). */
export const CategoryFields = z.object({
  name: requiredLine(CATEGORY_MESSAGES.name, CATEGORY_NAME_MAX),
  slug: requiredLine(CATEGORY_MESSAGES.slugRequired, SLUG_MAX).refine(
    (slug) => KEBAB_CASE.test(slug),
    CATEGORY_MESSAGES.slug,
  ),
  description: z
    .string({ error: CATEGORY_MESSAGES.description })
    .pipe(shownText(limits(CATEGORY_MESSAGES.description, CATEGORY_DESCRIPTION_MAX))),
  icon: z
    .string({ error: CATEGORY_MESSAGES.icon })
    .trim()
    .min(1, CATEGORY_MESSAGES.icon)
    .regex(ICON_NAME, CATEGORY_MESSAGES.iconName),
  /** Null or empty for none. */
  image: z.union([z.literal('').transform(() => null), z.null(), ImageAddress]).optional(),
  /** Null or empty for 'standard'. */
  taxClass: lineOrNone(TAX_CLASS_MAX).optional(),
})

export const NewCategoryInput = CategoryFields.extend({
  icon: CategoryFields.shape.icon.default(ICON_DEFAULT),
})
export type NewCategoryInput = z.output<typeof NewCategoryInput>

export const CategoryChanges = CategoryFields.partial()
export type CategoryChanges = z.output<typeof CategoryChanges>

export const AdminCategoryQuery = z.object({
  /** Part of a name, slug, or description. */
  search: z.string().trim().max(200).optional(),
  sort: z.enum(CATEGORY_SORTS).default('name_asc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(ADMIN_PAGE_SIZE),
})
export type AdminCategoryQuery = z.output<typeof AdminCategoryQuery>

export const listAdminCategories = endpoint({
  method: 'GET',
  path: '/api/admin/categories',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'List categories with their product counts in pages. X-Total-Count is the number of matches.',
  input: AdminCategoryQuery,
  response: z.array(AdminCategory),
})

export const getAdminCategory = endpoint({
  method: 'GET',
  path: '/api/admin/categories/:id',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'One category.',
  input: z.object({ id: RowId }),
  response: AdminCategory,
})

export const createCategory = endpoint({
  method: 'POST',
  path: '/api/admin/categories',
  access: 'admin',
  staff: ['manager'],
  summary: 'Add a category.',
  input: NewCategoryInput,
  response: AdminCategory,
  status: 201,
})

export const changeCategory = endpoint({
  method: 'PATCH',
  path: '/api/admin/categories/:id',
  access: 'admin',
  staff: ['manager'],
  summary: 'Change a category. With `version`, 409 if it was changed since, and `errors` list the changes.',
  input: CategoryChanges.extend({ id: RowId, version: Version.optional() }),
  response: AdminCategory,
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/admin/categories/:id',
  access: 'admin',
  staff: ['manager'],
  summary: 'Delete a category. 409 with the count if it has products.',
  input: z.object({ id: RowId }),
  response: z.object({ success: z.literal(true) }),
})

export const adminCategoryEndpoints = [
  listAdminCategories,
  getAdminCategory,
  createCategory,
  changeCategory,
  deleteCategory,
] as const
