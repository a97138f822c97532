import { z } from 'zod'
import { AUDIT_PAGE_SIZE } from '../catalog/rules.ts'
import { endpoint } from '../http.ts'
import { Day, RowId, Time } from '../text.ts'

/** A change by an admin: actor, time, action, and values before and after (contract section 8). */
export const AuditEntry = z.object({
  id: z.int().positive(),
  at: Time,
  /** The admin's name at the time. */
  actor: z.string(),
  /** Module and verb, for example 'product.changed'. */
  action: z.string(),
  subjectId: z.string(),
  /** The record's name now, or when it was deleted; null if it has none, such as an order. */
  subjectName: z.string().nullable(),
  /** The old values of the changed fields, or null for a new record. */
  before: z.record(z.string(), z.unknown()).nullable(),
  /** Their new values, or null for a deleted record. */
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The entry that this entry undid. */
  undoes: z.int().positive().nullable(),
  /** The entry that undid this entry. */
  undoneBy: z.int().positive().nullable(),
  /**
   * Whether this kind of change can be undone and hasn't been undone yet. Conflicts with newer changes are checked on
   * undo.
   */
  canUndo: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const word = z.string().trim().max(100).optional()

export const AuditQuery = z.object({
  actor: word,
  /** Kind of record: 'product', 'category', 'user', and so on. */
  kind: word,
  action: word,
  subjectId: word,
  /** First and last day. */
  from: Day.optional(),
  to: Day.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(AUDIT_PAGE_SIZE),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'List changes by admins in pages, newest first. X-Total-Count is the number of matches.',
  input: AuditQuery,
  response: z.array(AuditEntry),
})

export const listAuditFacets = endpoint({
  method: 'GET',
  path: '/api/admin/audit/facets',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'The actors and actions in the audit log, for filters.',
  input: z.object({}),
  response: z.object({ actors: z.array(z.string()), actions: z.array(z.string()) }),
})

const Fields = z.record(z.string(), z.unknown())

/** A preview of undoing a change now. */
export const UndoPreview = z.object({
  /** The fields that would be restored, with their current values. */
  now: Fields,
  /** Their restored values. */
  back: Fields,
  /** Fields that won't be restored because orders have changed them since. */
  staying: z.array(z.string()),
  /** Why it can't be undone, or null. */
  refusal: z.string().nullable(),
})
export type UndoPreview = z.infer<typeof UndoPreview>

export const previewUndo = endpoint({
  method: 'GET',
  path: '/api/admin/audit/:id/undo',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: "Preview undoing a change, or the reason why it can't be undone.",
  input: z.object({ id: RowId }),
  response: UndoPreview,
})

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/admin/audit/:id/undo',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Undo a change with a new edit. Requires a proof of identity if the edit does. 409 if it conflicts with a newer change, or was already undone.',
  input: z.object({ id: RowId }),
  response: AuditEntry,
})

/** A checkpoint hash for the store owner to save elsewhere: an entry's number and its hash. */
const CHECKPOINT = /^[1-9]\d{0,14}(-[\da-f]{8}){8}$/

export const AuditIntegrity = z.object({
  /** Number of the last verified entry; all entries up to it are intact. */
  checked: z.int().nonnegative(),
  of: z.int().nonnegative(),
  /** Pass as `after` to continue, or null at the end. */
  next: z.int().positive().nullable(),
  /** The first entry that fails verification, or null. */
  finding: z.object({ entryId: z.int().positive().nullable(), text: z.string() }).nullable(),
  /** The newest checkpoint hash, or null if the log is empty. */
  seal: z.string().nullable(),
})
export type AuditIntegrity = z.infer<typeof AuditIntegrity>

export const checkAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/integrity',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'Verify a segment of the audit log, starting after `after`, and a saved checkpoint hash.',
  input: z.object({
    after: z.coerce.number().int().min(0).max(1_000_000_000_000).default(0),
    seal: z
      .string()
      .trim()
      .regex(
        CHECKPOINT,
        'Enter a checkpoint as shown in the audit log: a number and eight groups of eight letters and digits',
      )
      .optional(),
  }),
  response: AuditIntegrity,
})

export const auditEndpoints = [listAudit, listAuditFacets, previewUndo, undoChange, checkAudit] as const
