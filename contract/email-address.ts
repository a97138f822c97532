import { z } from 'zod'
import { EMAIL_MAX } from './accounts/rules.ts'
import { isHostName } from './host-name.ts'

const DOMAIN = /^[\p{L}\p{N}\p{M}.-]+$/u
const ONLY_ASCII = /^\p{ASCII}*$/u
/** 'İ' is the only letter outside ASCII whose lowercase form in the database is one in ASCII. */
const IMITATES_I = /\u0130/
const Ascii = z.email()

/**
 * An email address, which may contain letters outside ASCII (RFC 6531). The domain is converted to ASCII (RFC 5891), so every
 * spelling of an address is one mailbox: 'info@Müller.example' becomes 'info@xn--mller-kva.example'.
 */
export const emailAddress = (message: string) => emailText(message, readAddress)

/** An email address, or an empty string for none. */
export const emailAddressOrNone = (message: string) =>
  emailText(message, (typed) => (typed === '' ? '' : readAddress(typed)))

const emailText = (message: string, read: (typed: string) => string | null) =>
  z
    .string({ error: message })
    .trim()
    .max(EMAIL_MAX, message)
    .transform((typed, context) => {
      const address = read(typed)
      if (address !== null) return address
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

function readAddress(typed: string): string | null {
  const at = typed.lastIndexOf('@')
  const name = typed.slice(0, at).normalize('NFC')
  const domain = domainInAscii(typed.slice(at + 1))
  // Letters such as 'ſ' or 'ａ' look like others, so an address with them could imitate another one.
  const isOrdinary =
    name === name.normalize('NFKC') && /^[\p{L}\p{N}\p{M}\p{ASCII}]+$/u.test(name) && !IMITATES_I.test(name)
  if (at < 1 || domain === null || !isOrdinary) return null
  const isValid = Ascii.safeParse(`${name.replace(/\P{ASCII}/gu, 'x')}@${domain}`).success
  return isValid && name.length + domain.length < EMAIL_MAX ? `${name}@${domain}` : null
}

/** Keeps the case of an ASCII domain, because it is shown as typed. */
function domainInAscii(domain: string): string | null {
  if (ONLY_ASCII.test(domain)) return isHostName(domain) ? domain : null
  if (!DOMAIN.test(domain) || /(?:^|\.)-|-(?:\.|$)/.test(domain)) return null
  const url = `http://${domain}`
  const ascii = URL.canParse(url) ? new URL(url).hostname : ''
  return isHostName(ascii) ? ascii : null
}
