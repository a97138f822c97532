/**
 * Reads an upload as form fields: a file's content is replaced with its name, its size, and the type that its first
 * bytes tell.
 */
export async function readMultipart(contentType: string, body: Buffer): Promise<URLSearchParams> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData()
  const fields = new URLSearchParams()
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      fields.append(name, value)
      continue
    }
    fields.append(`${name}[name]`, value.name)
    fields.append(`${name}[size]`, String(value.size))
    fields.append(`${name}[type]`, typeOf(Buffer.from(await value.arrayBuffer())))
  }
  return fields
}

function typeOf(content: Buffer): string {
  const start = content.toString('latin1', 0, 8)
  if (start.startsWith('%PDF-')) return 'pdf'
  if (start.startsWith('\xff\xd8\xff')) return 'jpg'
  return start === '\x89PNG\r\n\x1a\n' ? 'png' : 'unknown'
}
