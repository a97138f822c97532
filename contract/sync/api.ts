import { z } from 'zod'
import { OWNERS_ONLY } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { isOneLine, ONE_LINE, RowId, Time } from '../text.ts'
import { CHANGES_PAGE_SIZE, EXCEPTION_REASONS, SCHEDULE_MINUTES, SYNC_MESSAGES } from './rules.ts'

const SYNC_PAGE_SIZE = 10
/** 'full' compares every product and finds removed ones. 'incremental' compares the products changed since the last run. */
const SYNC_KINDS = ['full', 'incremental'] as const

/** Result of the platform sync (spec section 3). `error` contains the platform's status, for example '401: …'. */
export const SyncResult = z.object({
  success: z.boolean(),
  message: z.string(),
  error: z.string().optional(),
})
export type SyncResult = z.infer<typeof SyncResult>

export const count = z.int().nonnegative()
/** Products of the platform that the shop leaves out or sells differently, counted by reason. */
export const SyncException = z.object({ reason: z.enum(EXCEPTION_REASONS), count: z.int().positive() })
export type SyncException = z.infer<typeof SyncException>

export const SyncRun = z.object({
  id: z.int().positive(),
  /** Webhooks and undos are also recorded as runs. */
  kind: z.enum([...SYNC_KINDS, 'webhook', 'undo']),
  state: z.enum(['running', 'done', 'failed']),
  /** The requester: an admin's name, 'schedule', or 'the platform'. */
  askedBy: z.string(),
  startedAt: Time,
  finishedAt: Time.nullable(),
  /** Number of platform products compared. */
  seen: count,
  exceptions: z.array(SyncException),
  created: count,
  changed: count,
  archived: count,
  /** Number of products that couldn't be applied. The run's changes list the reasons. */
  failed: count,
  /** The result as a sentence, or null while it runs. */
  message: z.string().nullable(),
  error: z.string().nullable(),
  /** A warning for admins although the run succeeded, or null. */
  warning: z.string().nullable(),
  isUndone: z.boolean(),
})
export type SyncRun = z.infer<typeof SyncRun>

const SYNC_ACTIONS = ['created', 'changed', 'archived', 'restored', 'failed'] as const
/** One product in the record of a run: the changed fields with their old and new values. */
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

/** The platform connection. Secrets are write-only. */
export const SyncConnection = z.object({
  /** Where it was configured, or null if it isn't, so nothing can be synced. */
  source: z.enum(['entered', 'settings', 'sandbox']).nullable(),
  storeUrl: z.string(),
  apiKey: z.string(),
  hasAccessToken: z.boolean(),
  hasApiSecret: z.boolean(),
  /** Null if syncs are only started manually. */
  scheduleMinutes: z.union(SCHEDULE_MINUTES.map((minutes) => z.literal(minutes))).nullable(),
  /** The result of registering webhooks, or null if not tried yet. `error` is null if it succeeded. */
  webhooks: z.object({ at: Time, error: z.string().nullable() }).nullable(),
  /** The only URL that a demo shop may call, or null outside the demo. */
  sandboxUrl: z.string().nullable(),
})
export type SyncConnection = z.infer<typeof SyncConnection>

const Secret = z.string().trim().max(500).refine(isOneLine, ONE_LINE).nullable().optional()
/** Fields of the connection form. An omitted secret stays unchanged; null deletes it. */
export const SyncConnectionInput = z.object({
  storeUrl: z
    .string({ error: SYNC_MESSAGES.storeUrl })
    .trim()
    .min(1, SYNC_MESSAGES.storeUrl)
    .max(300)
    .refine(isOneLine, ONE_LINE),
  apiKey: z
    .string({ error: SYNC_MESSAGES.apiKey })
    .trim()
    .min(1, SYNC_MESSAGES.apiKey)
    .max(200)
    .refine(isOneLine, ONE_LINE),
  accessToken: Secret,
  apiSecret: Secret,
})
export type SyncConnectionInput = z.output<typeof SyncConnectionInput>

export const syncAll = endpoint({
  method: 'GET',
  path: '/api/sync-all',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Sync all products with the platform and respond when done. A rejection by the platform is `success: false` with its status in `error`. 409 while another sync runs.',
  input: z.object({}),
  response: SyncResult,
})

export const startSync = endpoint({
  method: 'POST',
  path: '/api/admin/sync-runs',
  access: 'admin',
  staff: ['manager'],
  summary: 'Start a sync as a job. 409 while another one runs.',
  input: z.object({ kind: z.enum(SYNC_KINDS).default('incremental') }),
  response: SyncRun,
  status: 202,
})

export const page = (max: number) => z.coerce.number().int().min(1).max(max)
export const listSyncRuns = endpoint({
  method: 'GET',
  path: '/api/admin/sync-runs',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'List sync runs in pages, newest first. X-Total-Count is the total number.',
  input: z.object({ page: page(1_000_000).default(1), pageSize: page(100).default(SYNC_PAGE_SIZE) }),
  response: z.array(SyncRun),
})

export const listSyncChanges = endpoint({
  method: 'GET',
  path: '/api/admin/sync-runs/:id/changes',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'List the changes made by a sync run in pages, in the order they were made.',
  input: z.object({
    id: RowId,
    page: page(1_000_000).default(1),
    pageSize: page(100).default(CHANGES_PAGE_SIZE),
  }),
  response: z.array(SyncChange),
})

export const followSync = endpoint({
  method: 'GET',
  path: '/api/admin/sync-runs/:id/events',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary:
    'Stream the progress of a sync run as server-sent events, each with the current run, until it ends.',
  input: z.object({ id: RowId }),
  response: SyncRun,
  media: 'text/event-stream',
})

export const getSyncConnection = endpoint({
  method: 'GET',
  path: '/api/admin/sync-connection',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'The platform connection, without secrets.',
  input: z.object({}),
  response: SyncConnection,
})

export const setSyncConnection = endpoint({
  method: 'PUT',
  path: '/api/admin/sync-connection',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary: 'Set the platform connection. An omitted secret stays unchanged; null deletes it.',
  input: SyncConnectionInput,
  response: SyncConnection,
})

export const disconnectPlatform = endpoint({
  method: 'DELETE',
  path: '/api/admin/sync-connection',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary: "Delete the entered connection, so the environment's settings apply again.",
  input: z.object({}),
  response: SyncConnection,
})

export const setSyncSchedule = endpoint({
  method: 'PUT',
  path: '/api/admin/sync-schedule',
  access: 'admin',
  staff: ['manager'],
  summary: 'Set how often the shop syncs automatically.',
  input: SyncConnection.pick({ scheduleMinutes: true }),
  response: SyncConnection,
})

export const syncEndpoints = [
  syncAll,
  startSync,
  listSyncRuns,
  listSyncChanges,
  followSync,
  getSyncConnection,
  setSyncConnection,
  disconnectPlatform,
  setSyncSchedule,
] as const
