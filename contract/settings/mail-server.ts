/** The mail server that an owner enters. Doesn't import zod, so pages can load it early. */
export const MAIL_ENCRYPTIONS = ['tls', 'starttls'] as const
export type MailEncryption = (typeof MAIL_ENCRYPTIONS)[number]

export const ENCRYPTION_LABELS: Readonly<Record<MailEncryption, string>> = {
  tls: 'TLS (port 465)',
  starttls: 'STARTTLS (port 587)',
}

export const MAIL_MESSAGES = {
  host: 'Enter the host name of your mail server, such as mail.example.com',
  port: 'Port must be a whole number from 1 to 65535',
  username: 'Enter the username, too',
  password: 'Enter the password, too',
  from: 'Enter the address that your shop’s emails come from',
  fixed: 'The mail server is set in the environment of the server, so it can’t be changed here.',
  changedMeanwhile: 'Another admin changed the mail server in the meantime. Please try again.',
  sandboxOnly: (server: string) => `The demo accepts only the mail server of the sandbox: ${server}`,
  rejected: (message: string) => `The mail server doesn’t accept this: ${message}`,
} as const
