import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { AuditEntry, UndoPreview } from '#contract/audit/api.ts'
import { fieldInSentence } from '#contract/audit/labels.ts'
import { notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { type Entry, findAuditEntry, findUndo, listNewerChanges } from './queries.ts'
import { listSubjectNames } from './subject-queries.ts'

export type Fields = Record<string, unknown>

type Admin = Pick<RequestUser, 'id' | 'isProven' | 'staffRole' | 'hasSecondFactor'>

/** Undoes one kind of change. Provided by the module that makes the change. */
export type UndoHandler = {
  /** Message if the record no longer exists, such as 'This product no longer exists.' */
  gone: string
  /** Fields that orders also change. They keep their value if an order has changed it. */
  moving: string[]
  /** Returns the current fields, with the log's names, or null if the record no longer exists. `isLocked` locks the record. */
  read(db: Db, subjectId: string, isLocked: boolean, entry: Entry): Promise<Fields | null>
  /**
   * Sets these fields with the same operation as any other edit, and records that the edit undoes `undoes`.
   * @throws ShopError
   */
  edit(db: Db, admin: Admin, subjectId: string, fields: Fields, undoes: number, entry: Entry): Promise<void>
}

/** Undo handlers by action, such as 'product.changed'. */
export type UndoHandlers = Readonly<Record<string, UndoHandler>>

type Plan = { entry: Entry; handler: UndoHandler; now: Fields; back: Fields; staying: string[] }

/** Adds the names of the records, and whether the changes can be undone. */
export async function describeEntries(
  db: Db,
  handlers: UndoHandlers,
  entries: Entry[],
): Promise<AuditEntry[]> {
  const nameOf = await listSubjectNames(db, entries)
  return entries.map((entry) => ({
    ...entry,
    subjectName: nameOf(entry),
    canUndo: entry.undoneBy === null && handlerFor(handlers, entry) !== null,
  }))
}

/** Returns what undoing a change would do now. @throws ShopError 404 */
export async function previewUndo(db: Db, handlers: UndoHandlers, id: number): Promise<UndoPreview> {
  try {
    const { now, back, staying } = await planUndo(db, handlers, id, false)
    return { now, back, staying, refusal: null }
  } catch (error) {
    if (!(error instanceof ShopError && error.status === 409)) throw error
    return { now: {}, back: {}, staying: [], refusal: error.message }
  }
}

/**
 * Undoes a change: sets the earlier values with the same operation as any other edit, and is recorded like one.
 * @throws ShopError 404; 409 if one of its fields was changed since, the record no longer exists, current rules reject
 * the earlier values, or it was already undone; 403 'proof_needed'
 */
export async function undoChange(
  db: Db,
  handlers: UndoHandlers,
  admin: Admin,
  id: number,
): Promise<AuditEntry> {
  return inTransaction(db, async (db) => {
    const { entry, handler, back } = await planUndo(db, handlers, id, true)
    await handler.edit(db, admin, entry.subjectId, back, id, entry).catch((error: unknown) => {
      // For example, the category was deleted in the meantime: a valid request that the current state doesn't allow.
      if (!(error instanceof ShopError) || error.status === 409 || error.code === 'proof_needed') throw error
      throw cannotUndo(`This change can't be undone: ${error.message}`, error)
    })
    const undo = await findUndo(db, id)
    if (!undo) throw cannotUndo('The earlier values are already in place.')
    const [described] = await describeEntries(db, handlers, [undo])
    return described ?? { ...undo, subjectName: null, canUndo: false }
  })
}

async function planUndo(db: Db, handlers: UndoHandlers, id: number, isLocked: boolean): Promise<Plan> {
  const entry = await findAuditEntry(db, id)
  if (!entry) throw notFound('The audit log has no such entry.')
  const { before, after, subjectId } = entry
  const handler = handlerFor(handlers, entry)
  if (!handler || !before || !after) throw cannotUndo("This kind of change can't be undone.")
  // Must come first: of two concurrent undos the second waits for this lock and sees the result of the first.
  const facts = await handler.read(db, subjectId, isLocked, entry)
  const undo = await findUndo(db, id)
  if (undo) throw cannotUndo(`${undo.actor} already undid this change in #${undo.id}.`)
  if (!facts) throw cannotUndo(handler.gone)
  const fields = Object.keys(before).filter((name) => name !== 'version')
  await checkNoNewerChange(db, entry, fields)
  const changed = fields.filter((name) => !isDeepStrictEqual(facts[name], after[name]))
  const contradicting = changed.filter((name) => !handler.moving.includes(name))
  if (contradicting.length > 0)
    throw cannotUndo(`${listed(contradicting)} changed since. Nothing was undone.`)
  const restored = fields.filter((name) => !changed.includes(name))
  if (restored.length === 0) throw cannotUndo('Orders have changed the stock since. Set it manually.')
  return { entry, handler, now: pick(facts, restored), back: pick(before, restored), staying: changed }
}

/** A field that was changed and then changed back also counts as changed. */
async function checkNoNewerChange(db: Db, entry: Entry, fields: string[]) {
  const newer = await listNewerChanges(db, entry)
  const contradicting = newer.filter((change) => change.fields.some((name) => fields.includes(name)))
  if (contradicting.length === 0) return
  const actors = [...new Set(contradicting.map(({ actor }) => actor))].join(' and ')
  const names = fields.filter((name) => contradicting.some((change) => change.fields.includes(name)))
  throw cannotUndo(`${actors} changed ${names.map(fieldInSentence).join(', ')} since. Nothing was undone.`)
}

/**
 * Validates an old entry's values against current rules.
 * @throws ShopError 409
 */
export function readFields<T extends z.ZodObject>(schema: T, fields: Fields): z.output<T> {
  const read = schema.strict().safeParse(fields)
  if (read.success) return read.data as z.output<T>
  const [issue] = read.error.issues
  throw cannotUndo(`This change can't be undone: ${issue?.path.join('.')}: ${issue?.message}`)
}

function handlerFor(handlers: UndoHandlers, { action, before, after }: Entry): UndoHandler | null {
  return (before && after && Object.hasOwn(handlers, action) && handlers[action]) || null
}

function pick(record: Fields, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

const listed = (names: string[]) =>
  `${names.map(fieldInSentence).join(', ')} ${names.length === 1 ? 'has' : 'have'}`

const cannotUndo = (message: string, cause?: unknown) => new ShopError(409, 'cannot_undo', message, { cause })
