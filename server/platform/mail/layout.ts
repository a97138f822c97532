import type { Letter } from './outbox.ts'

/** What a letter says; each shop letter looks the same. */
export type LetterParts = {
  shopName: string
  subject: string
  paragraphs: string[]
  /** What it is about, such as the items of an order; the last row is the sum. */
  rows?: { label: string; value: string }[]
  /** After the rows. */
  closing?: string[]
  /** The one thing to do, when there is one. */
  button?: { label: string; address: string }
  /** Small print below. */
  note?: string
}

/** Lays a letter out as plain text and as HTML that mail programs without styles, images or script can show. */
export function layOutLetter({
  shopName,
  subject,
  paragraphs,
  rows = [],
  closing = [],
  button,
  note,
}: LetterParts): Omit<Letter, 'to'> {
  const text = [
    ...paragraphs,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...closing,
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    note,
    shopName,
  ]
  const body = [
    ...paragraphs.map(paragraphHtml),
    rows.length > 0 ? tableHtml(rows) : '',
    ...closing.map(paragraphHtml),
    button ? buttonHtml(button) : '',
    note ? `<p style="margin:24px 0 0;font-size:13px;color:#6b645c">${escapeHtml(note)}</p>` : '',
  ]
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f3ee;color:#26221e;font:16px/1.5 Georgia,serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px">
<p style="margin:0 0 24px;font-size:20px">${escapeHtml(shopName)}</p>
${body.filter(Boolean).join('\n')}
</div>
</body>
</html>
`,
  }
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const paragraphHtml = (paragraph: string) =>
  `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`

function tableHtml(rows: { label: string; value: string }[]): string {
  const cells = rows.map(({ label, value }, index) => {
    const style = `padding:8px 0;border-top:1px solid #e5ded3${index === rows.length - 1 ? ';font-weight:bold' : ''}`
    return `<tr><td style="${style}">${escapeHtml(label)}</td><td style="${style};text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`
  })
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${cells.join('\n')}</table>`
}

function buttonHtml({ label, address }: { label: string; address: string }): string {
  const href = escapeHtml(address)
  return [
    `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#26221e;color:#fff;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:13px;color:#6b645c;word-break:break-all">${href}</p>`,
  ].join('\n')
}
