import { expect, test } from 'vitest'
import { renderEmail } from './layout.ts'

const parts = {
  shopName: 'Desk & Co',
  subject: 'Hello <Ada>',
  paragraphs: ['One.', '<script>alert(1)</script>'],
  button: { label: 'Open', address: 'https://shop.example/a?b=1&c="2"' },
  note: 'Small print.',
}

test('an email has a plain-text part, with its URL on a separate line', () => {
  expect(renderEmail(parts).text).toBe(
    'One.\n\n<script>alert(1)</script>\n\nOpen:\nhttps://shop.example/a?b=1&c="2"\n\nSmall print.\n\nDesk & Co\n',
  )
})

test('an email has an HTML part that escapes all text, without scripts, images, or external styles', () => {
  const { html, subject } = renderEmail(parts)
  expect(subject).toBe('Hello <Ada>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('href="https://shop.example/a?b=1&amp;c=&quot;2&quot;"')
  expect(html).toContain('<title>Hello &lt;Ada&gt;</title>')
  expect(html).not.toMatch(/<(script|img|link)|url\(|@import/)
})

test('an email can have a link in the small print', () => {
  const { text, html } = renderEmail({
    ...parts,
    noteLink: { label: 'Leave', address: 'https://a.example/?b=1&c' },
  })
  expect(text).toContain('Small print.\n\nLeave:\nhttps://a.example/?b=1&c\n')
  expect(html).toContain(
    'href="https://a.example/?b=1&amp;c" style="display:inline-block;padding:6px 0;color:#6b645a">Leave</a>',
  )
})

test('an email can have no button and no small print', () => {
  const { text, html } = renderEmail({ shopName: 'Plinth', subject: 'Hello', paragraphs: ['One.'] })
  expect(text).toBe('One.\n\nPlinth\n')
  expect(html).not.toContain('<a ')
})

test('an email supports both themes: each color is inline and has a dark variant', () => {
  const { html } = renderEmail({
    ...parts,
    noteLink: parts.button,
    rows: [{ label: 'Lamp', value: '$45.00' }],
  })
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const dark = html.slice(html.indexOf('(prefers-color-scheme:dark)'), html.indexOf('</style>'))
  for (const [tag, style] of html.slice(html.indexOf('<body')).matchAll(/<\w+[^>]*style="([^"]*)"[^>]*>/g)) {
    if (!/(^|[;-])(background|color|border-top|border):/.test(style ?? '')) continue
    const name = /class="(\w+)"/.exec(tag)?.[1]
    expect(dark, tag).toContain(`.${name}{`)
  }
})

test('only the total of a table is bold', () => {
  const rows = [
    { label: 'Total', value: '$50.00', isTotal: true },
    { label: 'Includes VAT 20%', value: '$8.33' },
  ]
  const cells = renderEmail({ ...parts, rows }).html.match(/<td[^>]*>[^<]*(?=<\/td>)/g) ?? []
  const bold = cells.filter((cell) => cell.includes('font-weight:bold'))
  expect(bold.map((cell) => cell.split('>')[1])).toEqual(['Total', '$50.00'])
})

test.each([
  ['with pictures', 'https://shop.example/lamp.jpg', 3],
  ['without', undefined, 2],
])('each row of a table %s fills all columns', (_name, picture, columns) => {
  const rows = [
    { label: 'Lamp', value: '$45.00', picture },
    { label: 'Total', value: '$45.00', isTotal: true },
  ]
  const { html } = renderEmail({ ...parts, rows })
  const widths = [...html.matchAll(/<tr>(.*)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td([^>]*)>/g)]
      .map(([, attributes = '']) => Number(/colspan="(\d)"/.exec(attributes)?.[1] ?? 1))
      .reduce((sum, columns) => sum + columns, 0),
  )
  expect(widths).toEqual([columns, columns])
})
