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
