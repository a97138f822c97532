import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'
import { CHANGES_PAGE_SIZE, SCHEDULE_MINUTES, SYNC_MESSAGES } from './rules.ts'

const SYNC_PAGE_SIZE = 10
/** 'full' looks at every product, and finds those that are gone; 'incremental' at what was changed since the last run. */
const SYNC_KINDS = ['full', 'incremental'] as const

/** What the platform sync answers (spec section 3); `error` has the platform's status, such as '401: …'. */
export const SyncResult = z.object({
  success: z.boolean(),
  message: z.string(),
  error: z.string().optional(),
})
export type SyncResult = z.infer<typeof SyncResult>

export const count = z.int().nonnegative()
export const SyncRun = z.object({
  id: z.int().positive(),
  /** A webhook and an undo change products too. */
  kind: z.enum([...SYNC_KINDS, 'webhook', 'undo']),
  state: z.enum(['running', 'done', 'failed']),
  /** Who asked for it: an admin's name, or 'schedule'. */
  askedBy: z.string(),
  startedAt: Time,
  finishedAt: Time.nullable(),
  /** Products of the platform that were looked at. */
  seen: count,
  /** Those among them that aren't active on the platform; the store doesn't take them in. */
  inactive: count,
  created: count,
  changed: count,
  archived: count,
  /** Products that could not be taken over; the changes of the run say why. */
  failed: count,
  /** What came of it, as a sentence; null while it runs. */
  message: z.string().nullable(),
  error: z.string().nullable(),
  /** Something an admin should know although it worked. */
  warning: z.string().nullable(),
  isUndone: z.boolean(),
})
export type SyncRun = z.infer<typeof SyncRun>

const SYNC_ACTIONS = ['created', 'changed', 'archived', 'restored', 'failed'] as const
/** One product in the record of a run: the fields that were different, as they were and as they became. */
export const SyncChange = z.object({
  id: z.int().positive(),
  at: Time,
  productId: z.int().positive().nullable(),
  name: z.string(),
  action: z.enum(SYNC_ACTIONS),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  note: z.string().nullable(),
})
export type SyncChange = z.infer<typeof SyncChange>

/** How the shop reaches the platform. Secrets go in and never come out. */
export const SyncConnection = z.object({
  /** Where it was set; null: nowhere, so nothing can be synced. */
  source: z.enum(['entered', 'settings', 'sandbox']).nullable(),
  storeUrl: z.string(),
  apiKey: z.string(),
  hasAccessToken: z.boolean(),
  hasApiSecret: z.boolean(),
  /** Null: only by hand. */
  scheduleMinutes: z.union(SCHEDULE_MINUTES.map((minutes) => z.literal(minutes))).nullable(),
  /** What came of asking the platform to tell the shop of each change; null: not asked yet. `error` null: it does. */
  webhooks: z.object({ at: Time, error: z.string().nullable() }).nullable(),
  /** The only address that a demo shop may call; null in a real shop. */
  sandboxUrl: z.string().nullable(),
})
export type SyncConnection = z.infer<typeof SyncConnection>

const Secret = z.string().trim().max(500).nullable().optional()
/** Fields of the card. A secret that is left out stays as it is, null forgets it. */
export const SyncConnectionInput = z.object({
  storeUrl: z.string({ error: SYNC_MESSAGES.storeUrl }).trim().min(1, SYNC_MESSAGES.storeUrl).max(300),
  apiKey: z.string({ error: SYNC_MESSAGES.apiKey }).trim().min(1, SYNC_MESSAGES.apiKey).max(200),
  accessToken: Secret,
  apiSecret: Secret,
})
export type SyncConnectionInput = z.output<typeof SyncConnectionInput>

export const syncAll = endpoint({
  method: 'GET',
  path: '/api/sync-all',
  access: 'admin',
  summary:
    "Sync all products with the platform and answer when that is done; a refusal by the platform is `success: false` with the platform's status in `error`. 409 while another sync runs.",
  input: z.object({}),
  answer: SyncResult,
})

export const startSync = endpoint({
  method: 'POST',
  path: '/api/admin/sync-runs',
  access: 'admin',
  summary: 'Begin a sync, which a job does. 409 while another one runs.',
  input: z.object({ kind: z.enum(SYNC_KINDS).default('incremental') }),
  answer: SyncRun,
  status: 202,
})

export const page = (max: number) => z.coerce.number().int().min(1).max(max)
export const listSyncRuns = endpoint({
  method: 'GET',
  path: '/api/admin/sync-runs',
  access: 'admin',
  summary: 'The syncs so far, the newest first, in pages; X-Total-Count tells how many there are.',
  input: z.object({ page: page(1_000_000).default(1), pageSize: page(100).default(SYNC_PAGE_SIZE) }),
  answer: z.array(SyncRun),
})

export const listSyncChanges = endpoint({
  method: 'GET',
  path: '/api/admin/sync-runs/:id/changes',
  access: 'admin',
  summary: 'What one sync changed, in the order in which it did, in pages.',
  input: z.object({
    id: RowId,
    page: page(1_000_000).default(1),
    pageSize: page(100).default(CHANGES_PAGE_SIZE),
  }),
  answer: z.array(SyncChange),
})

export const followSync = endpoint({
  method: 'GET',
  path: '/api/admin/sync-runs/:id/events',
  access: 'admin',
  summary:
    'How far a sync is, as server-sent events, each with the run as it is then; ends when the run does.',
  input: z.object({ id: RowId }),
  answer: SyncRun,
  media: 'text/event-stream',
})

export const getSyncConnection = endpoint({
  method: 'GET',
  path: '/api/admin/sync-connection',
  access: 'admin',
  summary: 'How the shop reaches the platform, without the secrets.',
  input: z.object({}),
  answer: SyncConnection,
})

export const setSyncConnection = endpoint({
  method: 'PUT',
  path: '/api/admin/sync-connection',
  access: 'admin',
  needsProof: true,
  summary:
    'Say how the shop reaches the platform. A secret that is left out stays as it is, null forgets it.',
  input: SyncConnectionInput,
  answer: SyncConnection,
})

export const forgetSyncConnection = endpoint({
  method: 'DELETE',
  path: '/api/admin/sync-connection',
  access: 'admin',
  needsProof: true,
  summary: 'Forget what was entered: the settings of the environment count again.',
  input: z.object({}),
  answer: SyncConnection,
})

export const setSyncSchedule = endpoint({
  method: 'PUT',
  path: '/api/admin/sync-schedule',
  access: 'admin',
  summary: 'How often the shop syncs by itself.',
  input: SyncConnection.pick({ scheduleMinutes: true }),
  answer: SyncConnection,
})

export const syncEndpoints = [
  syncAll,
  startSync,
  listSyncRuns,
  listSyncChanges,
  followSync,
  getSyncConnection,
  setSyncConnection,
  forgetSyncConnection,
  setSyncSchedule,
] as const
