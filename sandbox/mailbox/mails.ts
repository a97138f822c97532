import PostalMime, { type Address } from 'postal-mime'
import { findRow, insertRow, listRows, type Store } from '../store.ts'

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
  for (let copy = 0; copy < copies; copy++) {
    insertRow(store, 'mails', {
      message_id: parsed.messageId ?? '',
      sender: parsed.from ? nameOf(parsed.from) : envelope.from,
      recipients: JSON.stringify(envelope.to),
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      sent_at: parsed.date ?? '',
      received_at: new Date().toISOString(),
      raw,
    })
  }
}

export function listMails(store: Store, query: MailQuery): Mail[] {
  const { to, before = Number.MAX_SAFE_INTEGER, limit } = query
  const sql = `select ${columns} from mails
    where id < ?
      and (? = '' or exists (select 1 from json_each(recipients) where instr(lower(value), lower(?)) = 1))
    order by id desc limit ?`
  return listRows<MailRow>(store, sql, before, to, to, limit).map(mailOf)
}

export function findMail(store: Store, id: number): Mail | null {
  const row = findRow<MailRow>(store, `select ${columns} from mails where id = ?`, id)
  return row && mailOf(row)
}

/** Returns the email as it was received. */
export function readRaw(store: Store, id: number): Uint8Array {
  const row = findRow<{ raw: Uint8Array }>(store, 'select raw from mails where id = ?', id)
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

type MailRow = Omit<Mail, 'to'> & { to: string }

function mailOf({ to, ...rest }: MailRow): Mail {
  return { ...rest, to: JSON.parse(to) as string[] }
}
