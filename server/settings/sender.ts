import { businessLines } from '#contract/settings/business.ts'
import { writtenAddress } from '../addresses/address-formats.ts'
import { DEFAULT_SENDER } from '../environment.ts'
import { type EmailParts, renderEmail } from '../platform/mail/layout.ts'
import { addressOf } from '../platform/mail/smtp.ts'
import type { Settings } from './settings.ts'

/** @param config.mailFrom for example 'Plinth <hello@plinth.example>' */
export function supportAddress(settings: Settings, config: { mailFrom: string }): string {
  return settings.supportEmail ?? senderAddress(settings, config)
}

/** Returns the lines that identify the business, or nothing if the store owner entered nothing. */
export function linesOfBusiness({ business }: Pick<Settings, 'business'>): string[] {
  return businessLines(business, writtenAddress({ ...business, firstName: '', lastName: '' }))
}

/** Renders an email with the lines that identify the business. */
export function renderBusinessEmail(settings: Settings, parts: Omit<EmailParts, 'shopName' | 'sender'>) {
  return renderEmail({ shopName: settings.shopName, sender: linesOfBusiness(settings), ...parts })
}

type SenderSettings = Pick<Settings, 'mailServer' | 'senderName' | 'shopName'>

/** Returns the sender's address: that of the environment, otherwise the one that the store owner entered. */
export const senderAddress = (settings: Pick<Settings, 'mailServer'>, config: { mailFrom: string }): string =>
  enteredSender(settings, config) ?? addressOf(config.mailFrom)

/** Returns the sender of emails: 'Desk & Co <hello@plinth.example>' */
export function namedSender(settings: SenderSettings, config: { mailFrom: string }): string {
  const name = senderName(settings, config)
  return name === '' ? config.mailFrom : `${name} <${senderAddress(settings, config)}>`
}

/** Returns the sender's name, or '' if it is that of the environment. */
export const senderName = (settings: SenderSettings, config: { mailFrom: string }): string =>
  settings.senderName || (enteredSender(settings, config) === null ? '' : settings.shopName)

const enteredSender = ({ mailServer }: Pick<Settings, 'mailServer'>, { mailFrom }: { mailFrom: string }) =>
  mailServer && mailFrom === DEFAULT_SENDER ? mailServer.from : null
