const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the rate limit key for a mailbox. Many providers deliver 'name+anything@' to 'name@', and
 * Gmail also ignores periods and has two domains, so one person can have any number of addresses.
 */
export function mailboxKey(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.toLowerCase()) ?? []
  const mailbox = name.replace(/(?<=.)\+.*$/s, '')
  return GMAIL.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
