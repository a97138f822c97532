import PostalMime, { type Address } from 'postal-mime'
import type { Store } from '../store.ts'

export interface Mail {
  id: number
  messageId: string
  from: string
  /** The envelope recipients, including blind copies. */
  to: string[]
  subject: string
  text: string
  html: string
  /** The email's Date header. */
  sentAt: string
  receivedAt: string
}

export interface Envelope {
  from: string
  to: string[]
}

/** `to` is the start of an email address, `before` the ID of an email. */
export interface MailQuery {
  to: string
  before?: number
  limit: number
}

export const mailTables = `
  create table if not exists mails (
    id integer primary key autoincrement,
    message_id text not null,
    sender text not null,
    recipients text not null,
    subject text not null,
    text text not null,
    html text not null,
    sent_at text not null,
    received_at text not null,
    raw blob not null
  ) strict;
`

export async function keepMail(store: Store, envelope: Envelope, raw: Uint8Array, copies: number) {
  const parsed = await PostalMime.parse(raw)
  const insert = store.prepare(
    `insert into mails (message_id, sender, recipients, subject, text, html, sent_at, received_at, raw)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (let copy = 0; copy < copies; copy++) {
    insert.run(
      parsed.messageId ?? '',
      parsed.from ? nameOf(parsed.from) : envelope.from,
      JSON.stringify(envelope.to),
      parsed.subject ?? '',
      parsed.text ?? '',
      parsed.html ?? '',
      parsed.date ?? '',
      new Date().toISOString(),
      raw,
    )
  }
}

export function listMails(store: Store, query: MailQuery): Mail[] {
  const rows = store
    .prepare(
      `select ${columns} from mails
       where id < ?
         and (? = '' or exists (select 1 from json_each(recipients) where instr(lower(value), lower(?)) = 1))
       order by id desc limit ?`,
    )
    .all(query.before ?? Number.MAX_SAFE_INTEGER, query.to, query.to, query.limit)
  return rows.map(mailOf)
}

export function countMails(store: Store): number {
  const row = store.prepare('select count(*) as count from mails').get() as { count: number }
  return row.count
}

export function findMail(store: Store, id: number): Mail | null {
  const row = store.prepare(`select ${columns} from mails where id = ?`).get(id)
  return row ? mailOf(row) : null
}

/** Returns the email as it was received. */
export function readRaw(store: Store, id: number): Uint8Array {
  const row = store.prepare('select raw from mails where id = ?').get(id) as { raw: Uint8Array } | undefined
  return row?.raw ?? new Uint8Array()
}

export async function readHeaders(raw: Uint8Array): Promise<{ name: string; value: string }[]> {
  const { headers } = await PostalMime.parse(raw)
  return headers.map(({ originalKey, value }) => ({ name: originalKey, value }))
}

export function clearMails(store: Store) {
  store.exec('delete from mails')
}

function nameOf(address: Address): string {
  if (address.group) return address.name
  return address.name ? `${address.name} <${address.address}>` : address.address
}

const columns = `id, message_id as messageId, sender as "from", recipients as "to", subject, text, html,
  sent_at as sentAt, received_at as receivedAt`

function mailOf(row: object): Mail {
  const { to, ...rest } = row as Omit<Mail, 'to'> & { to: string }
  return { ...rest, to: JSON.parse(to) as string[] }
}
