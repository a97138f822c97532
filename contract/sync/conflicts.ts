import { z } from 'zod'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'
import { count, page, SyncChange, SyncException, SyncRun } from './api.ts'
import { CHANGES_PAGE_SIZE, SYNC_FIELDS, VARIANT_SYNC_FIELDS } from './rules.ts'

const Field = z.enum([...SYNC_FIELDS, ...VARIANT_SYNC_FIELDS])

/** Both values of a field that follows the platform but was edited in the shop. */
export const SyncConflict = z.object({
  id: z.int().positive(),
  /** Null if the product was deleted in the shop. */
  productId: z.int().positive().nullable(),
  name: z.string(),
  /** The values of a variant's options, such as 'Gray / 900 mm', or null if the field is the product's. */
  variant: z.string().nullable(),
  field: Field,
  here: z.unknown(),
  platform: z.unknown(),
  state: z.enum(['open', 'kept']),
  noticedAt: Time,
})
export type SyncConflict = z.infer<typeof SyncConflict>

export const listSyncConflicts = endpoint({
  method: 'GET',
  path: '/api/admin/sync-conflicts',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'List sync conflicts in pages: open ones, or those resolved in favor of the shop.',
  input: z.object({
    state: z.enum(['open', 'kept']).default('open'),
    page: page(1_000_000).default(1),
    pageSize: page(100).default(CHANGES_PAGE_SIZE),
  }),
  response: z.array(SyncConflict),
})

export const settleSyncConflict = endpoint({
  method: 'POST',
  path: '/api/admin/sync-conflicts/:id',
  access: 'admin',
  staff: ['manager'],
  summary:
    "Resolve a conflict: 'here' keeps the shop's value from now on, 'platform' applies the platform's, even after 'here'.",
  input: z.object({ id: RowId, choose: z.enum(['here', 'platform']) }),
  response: z.object({ success: z.literal(true) }),
})

/** The fields owned by the shop for every product. The others follow the platform. */
const SyncOwners = z.object({ here: z.array(Field) })

export const getSyncOwners = endpoint({
  method: 'GET',
  path: '/api/admin/sync-owners',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'The synced fields that the shop owns.',
  input: z.object({}),
  response: SyncOwners,
})

export const setSyncOwners = endpoint({
  method: 'PUT',
  path: '/api/admin/sync-owners',
  access: 'admin',
  staff: ['manager'],
  summary: "Set the fields that the shop owns. Syncs don't change them on existing products.",
  input: SyncOwners,
  response: SyncOwners,
})

export const getSyncedFields = endpoint({
  method: 'GET',
  path: '/api/admin/products/:id/synced-fields',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'Whether a product is synced with the platform, and which of its fields follow it.',
  input: z.object({ id: RowId }),
  response: z.object({ isSynced: z.boolean(), platform: z.array(Field) }),
})

/** Progress of a preview, then its result. `changes` lists only the first ones. */
export const SyncPreview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), seen: count }),
  z.object({
    kind: z.literal('report'),
    seen: count,
    /** `products` are the names of the first ones. */
    exceptions: z.array(SyncException.extend({ products: z.array(z.string()) })),
    created: count,
    changed: count,
    archived: count,
    /** Conflicts that would be open after the sync: new ones, and those that are open now. */
    conflicts: count,
    failed: count,
    changes: z.array(SyncChange.omit({ id: true, at: true })),
  }),
])
export type SyncPreview = z.infer<typeof SyncPreview>

export const previewSync = endpoint({
  method: 'POST',
  path: '/api/admin/sync-preview',
  access: 'admin',
  staff: ['manager'],
  summary: 'Preview what a full sync would change now, streamed as JSON lines. Writes nothing.',
  input: z.object({}),
  response: SyncPreview,
  media: 'application/x-ndjson',
})

export const undoSync = endpoint({
  method: 'POST',
  path: '/api/admin/sync-runs/:id/undo',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Undo the changes made by a sync run as a job, product by product, unless a newer change conflicts. 409 while a sync runs.',
  input: z.object({ id: RowId }),
  response: SyncRun,
  status: 202,
})

export const syncConflictEndpoints = [
  listSyncConflicts,
  settleSyncConflict,
  getSyncOwners,
  setSyncOwners,
  getSyncedFields,
  previewSync,
  undoSync,
] as const
