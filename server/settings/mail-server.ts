import type { MailServerInput, MailState } from '#contract/settings/mail.ts'
import { MAIL_MESSAGES } from '#contract/settings/mail-server.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { type Followed, followed } from '../platform/db/followed.ts'
import { type MailServer, tryMailServer } from '../platform/mail/smtp.ts'
import { DecryptionError, type SecretBox } from '../platform/secret-box.ts'
import type { Shop } from '../shop.ts'
import { lockSettings } from './queries.ts'
import { namedSender, senderName } from './sender.ts'
import { changeSettings, readSettings, type Settings, type StoredMailServer } from './settings.ts'

const CONTEXT = 'settings.mail-server'
const MISSING = 'No mail server is entered yet.'
const UNREADABLE =
  'The password of the mail server can’t be decrypted, because SECRET_KEY has changed. Enter the mail server again.'

type Parts = Pick<Shop, 'db' | 'config' | 'secrets'>

/** Opens the mail server that the store owner entered. The environment's wins; the sandbox's doesn't. */
export function openMailServer({ db, config, secrets }: Parts): Followed<MailServer> {
  const first: MailServer = {
    url: config.smtpUrl,
    problem: null,
    from: config.mailFrom,
    name: '',
    replyAddress: '',
    isPublicOnly: false,
  }
  return followed(first, async () => serverOf(await readSettings(db), config, secrets))
}

function serverOf(settings: Settings, config: Shop['config'], secrets: SecretBox): MailServer {
  const sender = {
    from: namedSender(settings, config),
    name: senderName(settings, config),
    replyAddress: settings.replyAddress,
  }
  const { mailServer: stored } = settings
  if (config.isSmtpFixed || !stored)
    return {
      url: config.smtpUrl,
      problem: config.smtpUrl === null ? MISSING : null,
      ...sender,
      isPublicOnly: false,
    }
  const url = unsealed(secrets, stored)
  return { url, problem: url === null ? UNREADABLE : null, ...sender, isPublicOnly: !config.demo }
}

/** Returns where the mail server comes from, as shown to admins, without its credentials. */
export async function shownServer({
  db,
  config,
  secrets,
}: Parts): Promise<Pick<MailState, 'source' | 'entered' | 'problem'>> {
  const settings = await readSettings(db)
  const { problem } = serverOf(settings, config, secrets)
  const { mailServer: stored } = settings
  if (config.isSmtpFixed) return { source: 'environment', entered: null, problem }
  if (!stored) return { source: config.demo ? 'sandbox' : 'none', entered: null, problem }
  const { host, port, encryption, hasPassword, from } = stored
  return { source: 'stored', entered: { host, port, encryption, hasPassword, from }, problem }
}

/**
 * Stores a mail server once it has accepted the credentials. Empty ones are kept if the server stays the same.
 * @throws ShopError 400 with the server's message, 409 if the environment sets one, or if it was changed concurrently
 */
export async function changeMailServer(
  { db, config, secrets, mailServer }: Parts & Pick<Shop, 'mailServer'>,
  adminId: number,
  input: MailServerInput,
): Promise<void> {
  if (config.isSmtpFixed) throw fixed()
  const { mailServer: before } = await readSettings(db)
  const url = urlOf(input, before && isSameServer(before, input) ? unsealed(secrets, before) : null)
  if (config.demo && new URL(url).host !== new URL(config.smtpUrl ?? url).host)
    throw rejected('host', MAIL_MESSAGES.sandboxOnly(new URL(config.smtpUrl ?? url).host))
  await tryMailServer(url, !config.demo).catch((error: Error & { code?: string }) => {
    throw rejected(error.code === 'EAUTH' ? 'password' : 'host', MAIL_MESSAGES.rejected(error.message))
  })
  const { host, port, encryption, from } = input
  const sealed = secrets.encrypt(url, CONTEXT)
  const hasPassword = new URL(url).username !== ''
  await replace(db, adminId, before, {
    sealed,
    host,
    port,
    encryption,
    hasPassword,
    from,
    changedAt: now().toISOString(),
  })
  await mailServer.refresh()
}

/** @throws ShopError 409 if the environment sets the server, or if it was changed concurrently */
export async function removeMailServer(
  { db, config, mailServer }: Pick<Shop, 'db' | 'config' | 'mailServer'>,
  adminId: number,
): Promise<void> {
  if (config.isSmtpFixed) throw fixed()
  const { mailServer: before } = await readSettings(db)
  if (before) await replace(db, adminId, before, null)
  await mailServer.refresh()
}

/** Encrypts the password with the current SECRET_KEY, so that the previous one can be removed. */
export async function reencryptMailServer({ db, secrets }: Pick<Shop, 'db' | 'secrets'>): Promise<void> {
  const { mailServer: stored } = await readSettings(db)
  const url = stored && secrets.isOutdated(stored.sealed) ? unsealed(secrets, stored) : null
  if (!stored || url === null) return
  await inTransaction(db, async (db) => {
    await lockSettings(db)
    const { mailServer } = await readSettings(db)
    if (mailServer?.sealed !== stored.sealed) return
    await changeSettings(db, { mailServer: { ...stored, sealed: secrets.encrypt(url, CONTEXT) } })
  })
}

async function replace(
  db: Db,
  actorId: number,
  before: StoredMailServer | null,
  after: StoredMailServer | null,
): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockSettings(db)
    const { mailServer } = await readSettings(db)
    if (mailServer?.sealed !== before?.sealed)
      throw new ShopError(409, 'changed_meanwhile', MAIL_MESSAGES.changedMeanwhile)
    await recordChange(db, {
      actorId,
      action: after ? 'mail_server.changed' : 'mail_server.removed',
      subjectId: 'shop',
      before: before && loggedOf(before),
      after: after && loggedOf(after),
    })
    await changeSettings(db, { mailServer: after })
  })
}

const loggedOf = ({ host, port, encryption, from }: StoredMailServer) => ({ host, port, encryption, from })

/** A password is never sent to another server than the one that it was entered for. */
const isSameServer = (one: StoredMailServer, other: MailServerInput) =>
  one.host === other.host && one.port === other.port && one.encryption === other.encryption

/** @param kept the stored URL, whose credentials apply if none are entered */
function urlOf({ host, port, encryption, username, password }: MailServerInput, kept: string | null): string {
  if (username === '' && kept !== null) return kept
  const url = new URL(`${encryption === 'tls' ? 'smtps' : 'smtp'}://${host}:${port}`)
  const credentials = username && `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  return `${url.protocol}//${credentials}${url.host}`
}

/** Returns null if SECRET_KEY has changed since the server was stored. */
function unsealed(secrets: SecretBox, { sealed }: StoredMailServer): string | null {
  try {
    return secrets.decrypt(sealed, CONTEXT)
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

const rejected = (path: string, message: string) => invalidInput(message, [{ path, message }])

const fixed = () => new ShopError(409, 'conflict', MAIL_MESSAGES.fixed)
