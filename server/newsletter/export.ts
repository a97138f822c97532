import { stringify } from 'csv-stringify/sync'
import { recordChange } from '../audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { unsubscribeUrl } from './newsletter.ts'
import { listAllSubscribers } from './queries.ts'

/**
 * All who have confirmed, as CSV for the program that sends the newsletters. An address may begin with a character by
 * which spreadsheets know a formula: such a cell gets an apostrophe in front.
 */
export async function exportSubscribers(db: Db, actorId: number, publicUrl: string): Promise<string> {
  const subscribers = await inTransaction(db, async (db) => {
    const subscribers = await listAllSubscribers(db)
    await recordChange(db, {
      actorId,
      action: 'newsletter.exported',
      subjectId: 'newsletter',
      before: null,
      after: { count: subscribers.length },
    })
    return subscribers
  })
  const rows = subscribers.map(({ email, confirmedAt, unsubscribeToken }) => ({
    Email: email,
    'Confirmed at': confirmedAt,
    'Unsubscribe address': unsubscribeUrl(publicUrl, unsubscribeToken),
  }))
  const columns = ['Email', 'Confirmed at', 'Unsubscribe address']
  return stringify(rows, { header: true, columns, escape_formulas: true, record_delimiter: 'windows' })
}
