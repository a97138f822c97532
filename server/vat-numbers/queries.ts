import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { ViesAnswer } from './vies.ts'

export type StoredAnswer = {
  /** Null until VIES has answered. */
  answer: (ViesAnswer & { at: Date }) | null
  failedAt: Date | null
  isQuerying: boolean
}

export async function findAnswer(db: Db, number: string): Promise<StoredAnswer | null> {
  const row = await db.selectFrom('vat_checks').selectAll().where('number', '=', number).executeTakeFirst()
  if (!row) return null
  const { is_valid, name, consultation_number, answered_at, failed_at, querying_until } = row
  return {
    answer:
      is_valid === null || answered_at === null
        ? null
        : { isValid: is_valid, name, consultationNumber: consultation_number, at: answered_at },
    failedAt: failed_at,
    isQuerying: querying_until !== null && querying_until > now(),
  }
}

/**
 * Reserves the query of a number, so concurrent requests send one.
 * @returns false if another request is querying it, or has since `before`
 */
export async function claimQuery(db: Db, number: string, before: Date, until: Date): Promise<boolean> {
  const values = { querying_until: until, updated_at: now() }
  const claimed = await db
    .insertInto('vat_checks')
    .values({ number, ...values })
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet(values)
        .where(({ or, and, eb }) =>
          and([
            or([eb('vat_checks.querying_until', 'is', null), eb('vat_checks.querying_until', '<=', now())]),
            or([eb('vat_checks.answered_at', 'is', null), eb('vat_checks.answered_at', '<=', before)]),
          ]),
        ),
    )
    .returning('number')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function updateAnswer(
  db: Db,
  number: string,
  { isValid, name, consultationNumber }: ViesAnswer,
): Promise<void> {
  await db
    .updateTable('vat_checks')
    .set({
      is_valid: isValid,
      name,
      consultation_number: consultationNumber,
      answered_at: now(),
      failed_at: null,
      querying_until: null,
      updated_at: now(),
    })
    .where('number', '=', number)
    .execute()
}

/** Records a query without an answer. An earlier answer stays. */
export async function updateFailure(db: Db, number: string): Promise<void> {
  await db
    .updateTable('vat_checks')
    .set({ failed_at: now(), querying_until: null, updated_at: now() })
    .where('number', '=', number)
    .execute()
}

export async function deleteAnswersBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('vat_checks').where('updated_at', '<', time).execute()
}
