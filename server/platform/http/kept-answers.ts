import { COMPRESSED_FROM_BYTES, type Encoding, encode } from './encodings.ts'

/** An answer to be given again: names and values of headers in turn, without those that belong to one request. */
export type Answer = {
  status: number
  /** As the router names it, for the figures. */
  route: string
  headers: string[]
  etag: string | null
  body: Buffer
  /** Made when they are first asked for. */
  forms: Map<Encoding, Form>
  making: Map<Encoding, Promise<Form>>
}

/** An answer in one encoding, with all its headers. */
export type Form = { headers: string[]; body: Buffer }

type Kept = { key: string; answer: Answer; urls: string[]; bytes: number; wasUsed: boolean }

export type KeptAnswers = {
  /** By an address as it was asked for. */
  find(url: string): Answer | null
  /** By what an address comes down to; from now on also found by that address. */
  findAs(key: string, url: string): Answer | null
  keep(key: string, url: string, answer: Answer): void
  clear(): void
  bytes(): number
}

/** Spellings of one address that are remembered; others are read each time. */
const URLS_MAX = 8
/** What an entry takes besides its bodies, roughly. */
const OVERHEAD_BYTES = 2048

/** Keeps so many bytes of answers at most; where it is full, what was not asked for again goes first. */
export function openKeptAnswers(maxBytes: number): KeptAnswers {
  const byKey = new Map<string, Kept>()
  const byUrl = new Map<string, Kept>()
  let total = 0

  return {
    find(url) {
      const kept = byUrl.get(url)
      if (!kept) return null
      kept.wasUsed = true
      return kept.answer
    },
    findAs(key, url) {
      const kept = byKey.get(key)
      if (!kept) return null
      kept.wasUsed = true
      remember(kept, url)
      return kept.answer
    },
    keep(key, url, answer) {
      const bytes = OVERHEAD_BYTES + 3 * answer.body.length
      // One answer must not drive out all others.
      if (bytes > maxBytes / 8) return
      const old = byKey.get(key)
      if (old) drop(old)
      const kept = { key, answer, urls: [], bytes, wasUsed: false }
      byKey.set(key, kept)
      remember(kept, url)
      total += bytes
      while (total > maxBytes) makeRoom()
    },
    clear() {
      byKey.clear()
      byUrl.clear()
      total = 0
    },
    bytes: () => total,
  }

  function remember(kept: Kept, url: string) {
    if (kept.urls.length >= URLS_MAX) return
    kept.urls.push(url)
    byUrl.set(url, kept)
  }

  /** Drops the oldest that was not asked for since it was looked at last; the others get a second chance. */
  function makeRoom() {
    for (const kept of byKey.values()) {
      if (!kept.wasUsed) return drop(kept)
      kept.wasUsed = false
      byKey.delete(kept.key)
      byKey.set(kept.key, kept)
    }
  }

  function drop(kept: Kept) {
    byKey.delete(kept.key)
    for (const url of kept.urls) byUrl.delete(url)
    total -= kept.bytes
  }
}

/** Too small an answer has one form only. */
export function encodingOf({ body }: Answer, wanted: Encoding): Encoding {
  return body.length < COMPRESSED_FROM_BYTES ? 'identity' : wanted
}

/** Makes a form; whoever asks meanwhile waits for the same. */
export async function makeForm(answer: Answer, encoding: Encoding): Promise<Form> {
  const making = answer.making.get(encoding) ?? encodeForm(answer, encoding)
  answer.making.set(encoding, making)
  const form = await making
  answer.forms.set(encoding, form)
  return form
}

async function encodeForm({ headers, body }: Answer, encoding: Encoding): Promise<Form> {
  const encoded = await encode(body, encoding)
  return {
    body: encoded,
    headers: [
      ...headers,
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      'content-length',
      String(encoded.length),
    ],
  }
}

/** What an address that may be kept comes down to: equal keys get equal answers, to be had from the router at `url`. */
export type KeptAddress = { key: string; url: string; route: string }

/** Of an address as it stands in a request. */
export function pathAndQuery(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Backslashes, empty segments, and dot segments, which URL parsers rewrite, and anything that isn't a path at all. */
const REWRITTEN = /^[^/]|\\|\/\/|\/(\.|%2e){1,2}(\/|$)/i

/** Whether every URL parser reads this path as the router does: `//x/admin` would be the page `/admin` of a host `x`. */
export function isPlainPath(path: string): boolean {
  return !REWRITTEN.test(path)
}
