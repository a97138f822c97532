import { escapeHtml } from '#contract/html.ts'
import type { EmailMessage } from './smtp.ts'

/** A line of a table. A total is bold. `picture` is the absolute URL of a square image that the shop serves. */
type EmailRow = { label: string; value: string; isTotal?: boolean; picture?: string }

/** Text under a small title. `link` is a part of the text that leads somewhere. */
type EmailColumn = { title: string; text: string; link?: { label: string; address: string } }

/** A text that the email contains as a whole. `html` is sanitized, with the classes of DARK where it has colors. */
export type EmailDocument = { title: string; html: string; text: string }

/** The content of an email. All emails of the shop share one layout. */
export type EmailParts = {
  shopName: string
  subject: string
  paragraphs: string[]
  /** A table, such as the items of an order. */
  rows?: EmailRow[]
  /** Paragraphs below the table. */
  closing?: string[]
  /** Next to each other below them, if there is room. */
  columns?: EmailColumn[]
  /** The only button, if there is one. */
  button?: { label: string; address: string }
  /** Small print at the end. */
  note?: string
  /** A link after it, such as one to unsubscribe. */
  noteLink?: { label: string; address: string }
  /** Lines that identify the business. */
  sender?: string[]
  /** Texts that the recipient must be able to keep, last. */
  documents?: EmailDocument[]
}

/** Renders an email as plain text and as HTML that needs no style sheets, images, or scripts. */
export function renderEmail({
  shopName,
  subject,
  paragraphs,
  rows = [],
  closing = [],
  columns = [],
  button,
  note,
  noteLink,
  sender = [],
  documents = [],
}: EmailParts): Omit<EmailMessage, 'to'> {
  const text = [
    ...paragraphs,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...closing,
    ...columns.map(({ title, text }) => `${title}:\n${text}`),
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    note,
    ...(noteLink ? [`${noteLink.label}:\n${noteLink.address}`] : []),
    [shopName, ...sender].join('\n'),
    ...documents.flatMap(({ title, text }) => ['-'.repeat(40), title, text]),
  ]
  const body = [
    ...paragraphs.map(paragraphHtml),
    rows.length > 0 ? tableHtml(rows) : '',
    ...closing.map(paragraphHtml),
    columns.length > 0 ? columnsHtml(columns) : '',
    button ? buttonHtml(button) : '',
    note ? smallPrintHtml(note) : '',
    noteLink ? smallLinkHtml(noteLink) : '',
    sender.length > 0 ? smallPrintHtml(sender.join('\n')) : '',
    ...documents.map(documentHtml),
  ]
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="paper" style="margin:0;padding:32px 20px;background:#faf8f4;color:#1d1a16;font:16px/1.6 Helvetica,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto">
<p class="masthead" style="margin:0 0 32px;padding:0 0 16px;border-bottom:1px solid #e7e1d8;font:28px/1.2 Georgia,serif">${escapeHtml(shopName)}</p>
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
.masthead{border-color:#2e2a25!important}
.muted{color:#a79f93!important}
.cell{border-color:#2e2a25!important}
.button{background:#f3eee6!important;color:#14120f!important}
.link{color:#f3eee6!important}
}`

const smallPrintHtml = (text: string) =>
  `<p class="muted" style="margin:24px 0 0;font-size:13px;color:#6b645a">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const documentHtml = ({ title, html }: EmailDocument) =>
  `<div class="cell" style="margin:40px 0 0;padding:24px 0 0;border-top:1px solid #e7e1d8;font-size:14px;line-height:1.5">
<h2 style="margin:0 0 16px;font:20px/1.3 Georgia,serif">${escapeHtml(title)}</h2>
${html}
</div>`

const smallLinkHtml = ({ label, address }: { label: string; address: string }) =>
  `<p style="margin:2px 0 0;font-size:13px"><a class="muted" href="${escapeHtml(address)}" style="display:inline-block;padding:6px 0;color:#6b645a">${escapeHtml(label)}</a></p>`

const paragraphHtml = (paragraph: string) =>
  `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`

function tableHtml(rows: EmailRow[]): string {
  const hasPictures = rows.some(({ picture }) => picture)
  const cells = rows.map(({ label, value, isTotal, picture }) => {
    const style = `padding:10px 0;border-top:1px solid #e7e1d8${isTotal ? ';font-weight:bold;font-size:18px' : ''}`
    const image = picture
      ? `<td class="cell" style="${style};width:80px"><img src="${escapeHtml(picture)}" alt="" width="64" height="64" style="display:block;border-radius:8px"></td>`
      : ''
    return `<tr>${image}<td class="cell"${hasPictures && !picture ? ' colspan="2"' : ''} style="${style}">${escapeHtml(label)}</td><td class="cell" style="${style};text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`
  })
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${cells.join('\n')}</table>`
}

/** Inline blocks, which wrap on a phone without a style sheet. */
function columnsHtml(columns: EmailColumn[]): string {
  const blocks = columns.map(
    (column) =>
      `<div style="display:inline-block;width:100%;max-width:292px;margin:0 0 16px;vertical-align:top"><p class="muted" style="margin:0 0 4px;font-size:13px;color:#6b645a">${escapeHtml(column.title)}</p><p style="margin:0;padding-right:16px">${columnText(column)}</p></div>`,
  )
  return `<div class="cell" style="margin:0 0 8px;padding:16px 0 0;border-top:1px solid #e7e1d8">${blocks.join('')}</div>`
}

function columnText({ text, link }: EmailColumn): string {
  const html = escapeHtml(text).replaceAll('\n', '<br>')
  if (!link) return html
  const label = escapeHtml(link.label)
  return html.replace(
    label,
    () => `<a class="link" href="${escapeHtml(link.address)}" style="color:#1d1a16">${label}</a>`,
  )
}

function buttonHtml({ label, address }: { label: string; address: string }): string {
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(address)}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#1d1a16;color:#faf8f4;text-decoration:none">${escapeHtml(label)}</a></p>`
}
