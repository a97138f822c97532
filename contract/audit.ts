import { z } from 'zod'
import { endpoint } from './http.ts'
import { AUDIT_PAGE_SIZE } from './product-rules.ts'
import { Time } from './text.ts'

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
