import { z } from 'zod'
import { AUDIT_PAGE_SIZE } from '../catalog/rules.ts'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'

/** What an admin did: who, when, what, before and after (contract section 8). */
export const AuditEntry = z.object({
  id: z.int().positive(),
  at: Time,
  /** The name that the admin had then. */
  actor: z.string(),
  /** Slice and verb, such as 'product.changed'. */
  action: z.string(),
  subjectId: z.string(),
  /** The changed fields as they were; null for something new. */
  before: z.record(z.string(), z.unknown()).nullable(),
  /** The same fields afterwards; null for something deleted. */
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The entry whose change this one took back. */
  undoes: z.int().positive().nullable(),
  /** The entry that took this one's change back. */
  undoneBy: z.int().positive().nullable(),
  /** Such a change can be taken back, and nobody has yet. Whether something newer contradicts is looked at when it is tried. */
  canUndo: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** 2026-01-31, a day in UTC. */
const Day = z.iso.date()
const word = z.string().trim().max(100).optional()

export const AuditQuery = z.object({
  actor: word,
  /** What was changed: 'product', 'category', 'user' and so on. */
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
  summary: 'What admins changed, the newest first, in pages; X-Total-Count tells how many match.',
  input: AuditQuery,
  answer: z.array(AuditEntry),
})

export const listAuditFacets = endpoint({
  method: 'GET',
  path: '/api/admin/audit/facets',
  access: 'admin',
  summary: 'The actors and actions that the audit log knows, to choose from.',
  input: z.object({}),
  answer: z.object({ actors: z.array(z.string()), actions: z.array(z.string()) }),
})

const Fields = z.record(z.string(), z.unknown())

/** What taking back one change would do now. */
export const UndoPreview = z.object({
  /** The fields that would go back, as they are. */
  now: Fields,
  /** The same fields as they would be. */
  back: Fields,
  /** Fields that stay: orders have moved them since. */
  staying: z.array(z.string()),
  /** Why it cannot be done, if so. */
  refusal: z.string().nullable(),
})
export type UndoPreview = z.infer<typeof UndoPreview>

export const previewUndo = endpoint({
  method: 'GET',
  path: '/api/admin/audit/:id/undo',
  access: 'admin',
  summary: 'What taking back one change would do now, or why it cannot be done.',
  input: z.object({ id: RowId }),
  answer: UndoPreview,
})

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/admin/audit/:id/undo',
  access: 'admin',
  summary:
    'Take back one change, as an edit of its own, with a proof of identity where the edit takes one. 409 when something newer contradicts, or when it was done before.',
  input: z.object({ id: RowId }),
  answer: AuditEntry,
})

/** Place and hash of an entry, for an owner to keep elsewhere. */
const SEAL = /^[1-9]\d{0,14}(-[\da-f]{8}){8}$/

export const AuditIntegrity = z.object({
  /** Up to this place all entries are as they were written. */
  checked: z.int().nonnegative(),
  of: z.int().nonnegative(),
  /** After which place to go on; null at the end. */
  next: z.int().positive().nullable(),
  /** The first entry that does not fit. */
  finding: z.object({ entryId: z.int().positive().nullable(), text: z.string() }).nullable(),
  /** The newest one; null while there is no entry. */
  seal: z.string().nullable(),
})
export type AuditIntegrity = z.infer<typeof AuditIntegrity>

export const checkAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/integrity',
  access: 'admin',
  summary:
    'Whether the audit log is as it was written: one stretch of it, from `after` on, and against a kept seal.',
  input: z.object({
    after: z.coerce.number().int().min(0).max(1_000_000_000_000).default(0),
    seal: z
      .string()
      .trim()
      .regex(SEAL, 'A seal is a number and eight groups of eight letters and digits')
      .optional(),
  }),
  answer: AuditIntegrity,
})

export const auditEndpoints = [listAudit, listAuditFacets, previewUndo, undoChange, checkAudit] as const
