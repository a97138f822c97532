import { escapeHtml } from '#contract/html.ts'
import type { EmailMessage } from './smtp.ts'

/** A line of a table. A total is bold. */
type EmailRow = { label: string; value: string; isTotal?: boolean }

/** The content of an email. All emails of the shop share one layout. */
export type EmailParts = {
  shopName: string
  subject: string
  paragraphs: string[]
  /** A table, such as the items of an order. */
  rows?: EmailRow[]
  /** Paragraphs below the table. */
  closing?: string[]
  /** The only button, if there is one. */
  button?: { label: string; address: string }
  /** Small print at the end. */
  note?: string
  /** A link after it, such as one to unsubscribe. */
  noteLink?: { label: string; address: string }
  /** Lines that identify the business, last. */
  sender?: string[]
}

/** Renders an email as plain text and as HTML that works without style sheets, images, or scripts. */
export function renderEmail({
  shopName,
  subject,
  paragraphs,
  rows = [],
  closing = [],
  button,
  note,
  noteLink,
  sender = [],
}: EmailParts): Omit<EmailMessage, 'to'> {
  const text = [
    ...paragraphs,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...closing,
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    note,
    ...(noteLink ? [`${noteLink.label}:\n${noteLink.address}`] : []),
    [shopName, ...sender].join('\n'),
  ]
  const body = [
    ...paragraphs.map(paragraphHtml),
    rows.length > 0 ? tableHtml(rows) : '',
    ...closing.map(paragraphHtml),
    button ? buttonHtml(button) : '',
    note ? smallPrintHtml(note) : '',
    noteLink ? smallLinkHtml(noteLink) : '',
    sender.length > 0 ? smallPrintHtml(sender.join('\n')) : '',
  ]
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="paper" style="margin:0;padding:24px;background:#faf8f4;color:#1d1a16;font:16px/1.5 Georgia,serif">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e7e1d8;border-radius:12px">
<p style="margin:0 0 24px;font-size:20px">${escapeHtml(shopName)}</p>
${body.filter(Boolean).join('\n')}
</div>
</body>
</html>
`,
  }
}

/**
 * Colors are inline, so clients that drop style sheets show a light email. Clients that support both themes get the
 * dark colors from here, and clients that invert colors find pairs that stay readable.
 */
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#14120f!important;color:#f3eee6!important}
.sheet{background:#1d1a17!important;border-color:#2e2a25!important}
.muted{color:#a79f93!important}
.cell{border-color:#2e2a25!important}
.button{background:#f3eee6!important;color:#14120f!important}
}`

const smallPrintHtml = (text: string) =>
  `<p class="muted" style="margin:24px 0 0;font-size:13px;color:#6b645a">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const smallLinkHtml = ({ label, address }: { label: string; address: string }) =>
  `<p style="margin:8px 0 0;font-size:13px"><a class="muted" href="${escapeHtml(address)}" style="color:#6b645a">${escapeHtml(label)}</a></p>`

const paragraphHtml = (paragraph: string) =>
  `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`

function tableHtml(rows: EmailRow[]): string {
  const cells = rows.map(({ label, value, isTotal }) => {
    const style = `padding:8px 0;border-top:1px solid #e7e1d8${isTotal ? ';font-weight:bold' : ''}`
    return `<tr><td class="cell" style="${style}">${escapeHtml(label)}</td><td class="cell" style="${style};text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`
  })
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${cells.join('\n')}</table>`
}

function buttonHtml({ label, address }: { label: string; address: string }): string {
  const href = escapeHtml(address)
  return [
    `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#1d1a16;color:#faf8f4;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p class="muted" style="margin:0 0 16px;font-size:13px;color:#6b645a;word-break:break-all">${href}</p>`,
  ].join('\n')
}
