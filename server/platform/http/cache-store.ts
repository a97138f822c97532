import { COMPRESSED_FROM_BYTES, decode, type Encoding, encode } from './encodings.ts'

/** A cached response. Header names and values alternate. Headers of a single request are left out. */
export type CachedResponse = {
  status: number
  /** The router's name for the route, for metrics. */
  route: string
  headers: string[]
  /** Its tags without WHOLE_SHOP (cache-tags.ts), or null if they are unknown. */
  tags: string[] | null
  etag: string | null
  /** Not encoded. Null once there is a compressed form, which is a tenth of its size. */
  body: Buffer | null
  bodyLength: number
  /** Created on first use. */
  forms: Map<Encoding, Form>
  making: Map<Encoding, Promise<Form>>
  /** How often it was decompressed for clients that can't read a compressed form. */
  timesDecoded: number
  /** Set by the store, to count the new size. */
  whenFormed?: () => void
}

/** A response in one encoding, with all of its headers. */
export type Form = { headers: string[]; body: Buffer }

type Entry = { key: string; response: CachedResponse; urls: string[]; bytes: number; wasUsed: boolean }

export type CacheStore = {
  /** Finds an entry by the exact URL of a request. */
  find(url: string): CachedResponse | null
  /** Finds an entry by its key, and remembers this URL for it. */
  findByKey(key: string, url: string): CachedResponse | null
  add(key: string, url: string, response: CachedResponse): void
  /** Removes the entries that a change with these tags may have changed. */
  dropTagged(tags: ReadonlySet<string>): void
  clear(): void
  bytes(): number
}

/** Maximum number of remembered spellings of one URL. Others are parsed each time. */
const URLS_MAX = 8
/** Approximate size of an entry without its bodies, key, and URLs. */
const OVERHEAD_BYTES = 2048

/** Groups entries without known tags, which every change removes. */
const UNTAGGED = ''

/** Creates a store of limited size. When it is full, entries that weren't used again are evicted first. */
export function createCacheStore(maxBytes: number): CacheStore {
  const byKey = new Map<string, Entry>()
  const byUrl = new Map<string, Entry>()
  const byTag = new Map<string, Set<Entry>>()
  let total = 0

  return {
    find(url) {
      const entry = byUrl.get(url)
      if (!entry) return null
      entry.wasUsed = true
      return entry.response
    },
    findByKey(key, url) {
      const entry = byKey.get(key)
      if (!entry) return null
      entry.wasUsed = true
      remember(entry, url)
      return entry.response
    },
    add(key, url, response) {
      // One response must not evict all others.
      if (sizeOf(response) > maxBytes / 8) return
      const old = byKey.get(key)
      if (old) drop(old)
      const entry = { key, response, urls: [], bytes: 0, wasUsed: false }
      byKey.set(key, entry)
      for (const tag of tagsOf(entry)) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(entry))
      remember(entry, url)
      response.whenFormed = () => {
        if (byKey.get(key) === entry) measure(entry)
      }
    },
    dropTagged(tags) {
      for (const tag of [UNTAGGED, ...tags]) for (const entry of byTag.get(tag) ?? []) drop(entry)
    },
    clear() {
      byKey.clear()
      byUrl.clear()
      byTag.clear()
      total = 0
    },
    bytes: () => total,
  }

  function remember(entry: Entry, url: string) {
    if (entry.urls.length >= URLS_MAX) return
    entry.urls.push(url)
    byUrl.set(url, entry)
    measure(entry)
  }

  function measure(entry: Entry) {
    const bytes = sizeOf(entry.response) + entry.key.length + entry.urls.join('').length
    total += bytes - entry.bytes
    entry.bytes = bytes
    while (total > maxBytes) evict()
  }

  /** Evicts the oldest entry that hasn't been used since the last check. Used entries get a second chance. */
  function evict() {
    for (const entry of byKey.values()) {
      if (!entry.wasUsed) return drop(entry)
      entry.wasUsed = false
      byKey.delete(entry.key)
      byKey.set(entry.key, entry)
    }
  }

  function drop(entry: Entry) {
    byKey.delete(entry.key)
    for (const url of entry.urls) byUrl.delete(url)
    for (const tag of tagsOf(entry)) {
      const tagged = byTag.get(tag)
      tagged?.delete(entry)
      if (tagged?.size === 0) byTag.delete(tag)
    }
    total -= entry.bytes
  }
}

const tagsOf = ({ response }: Entry) => response.tags ?? [UNTAGGED]

function sizeOf({ body, forms }: CachedResponse): number {
  const compressed = [...forms.values()].reduce((sum, form) => sum + form.body.length, 0)
  return OVERHEAD_BYTES + (body ? body.length : compressed)
}

/** Returns the encoding to use. Small responses aren't compressed. */
export function encodingOf({ bodyLength }: CachedResponse, wanted: Encoding): Encoding {
  return bodyLength < COMPRESSED_FROM_BYTES ? 'identity' : wanted
}

/**
 * Encodes a response. Concurrent callers share the work. The first compressed form replaces the body; clients that can't
 * read it get it decompressed, and from the second one on, the result is kept too.
 */
export async function encodedForm(response: CachedResponse, encoding: Encoding): Promise<Form> {
  const known = response.making.get(encoding)
  if (known !== undefined) return known
  const making = encodeForm(response, encoding)
  response.making.set(encoding, making)
  const form = await making
  if (encoding !== 'identity' && response.body) {
    response.body = null
    response.forms.delete('identity')
    response.making.delete('identity')
  }
  if (encoding === 'identity' && !response.body) response.timesDecoded += 1
  if (encoding !== 'identity' || response.body || response.timesDecoded > 1)
    response.forms.set(encoding, form)
  else response.making.delete(encoding)
  response.whenFormed?.()
  return form
}

async function encodeForm(response: CachedResponse, encoding: Encoding): Promise<Form> {
  const encoded = await encode(await plainBody(response), encoding)
  return {
    body: encoded,
    headers: [
      ...response.headers,
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      'content-length',
      String(encoded.length),
    ],
  }
}

async function plainBody({ body, forms }: CachedResponse): Promise<Buffer> {
  const [compressed] = forms
  if (body) return body
  if (!compressed) throw new Error('The cached response has no body')
  const [encoding, form] = compressed
  return decode(form.body, encoding)
}

/** The cache key of a cacheable URL. Equal keys have equal responses, which the router serves at `url`. */
export type CacheKey = { key: string; url: string; route: string }

/** Splits the URL of a request. */
export function pathAndQuery(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Backslashes, empty segments, and dot segments, which URL parsers rewrite, and anything that isn't a path at all. */
const REWRITTEN = /^[^/]|\\|\/\/|\/(\.|%2e){1,2}(\/|$)/i

/**
 * Returns whether every URL parser reads this path as the router does. For example, `//x/admin` could be `/admin` on a
 * host `x`.
 */
export function isPlainPath(path: string): boolean {
  return !REWRITTEN.test(path)
}
