import { COMPRESSED_FROM_BYTES, type Encoding, encode } from './encodings.ts'

/** A cached response: header names and values alternate, without those of a single request. */
export type Answer = {
  status: number
  /** The router's name for it, for metrics. */
  route: string
  headers: string[]
  etag: string | null
  body: Buffer
  /** Created on first use. */
  forms: Map<Encoding, Form>
  making: Map<Encoding, Promise<Form>>
}

/** A response in one encoding, with all its headers. */
export type Form = { headers: string[]; body: Buffer }

type Kept = { key: string; answer: Answer; urls: string[]; bytes: number; wasUsed: boolean }

export type KeptAnswers = {
  /** Finds an entry by the exact URL of a request. */
  find(url: string): Answer | null
  /** Finds an entry by its key; later also by this URL. */
  findAs(key: string, url: string): Answer | null
  keep(key: string, url: string, answer: Answer): void
  clear(): void
  bytes(): number
}

/** Maximum remembered spellings of one URL; others are parsed each time. */
const URLS_MAX = 8
/** Approximate size of an entry without its bodies. */
const OVERHEAD_BYTES = 2048

/** Creates a store of limited size; when it is full, entries that weren't used again are evicted first. */
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
      // One response must not evict all others.
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

  /** Evicts the oldest entry that wasn't used since the last check; used ones get a second chance. */
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

/** Returns the encoding to use; small responses aren't compressed. */
export function encodingOf({ body }: Answer, wanted: Encoding): Encoding {
  return body.length < COMPRESSED_FROM_BYTES ? 'identity' : wanted
}

/** Encodes a response; concurrent callers share the work. */
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

/** The cache key of a cacheable URL: equal keys have equal responses, which the router serves at `url`. */
export type KeptAddress = { key: string; url: string; route: string }

/** Splits the URL of a request. */
export function pathAndQuery(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Backslashes, empty segments, and dot segments, which URL parsers rewrite, and anything that isn't a path at all. */
const REWRITTEN = /^[^/]|\\|\/\/|\/(\.|%2e){1,2}(\/|$)/i

/** Returns whether every URL parser reads this path as the router does: `//x/admin` could be `/admin` of a host `x`. */
export function isPlainPath(path: string): boolean {
  return !REWRITTEN.test(path)
}
