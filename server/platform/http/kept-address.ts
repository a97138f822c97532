/** What an address that may be kept comes down to: equal keys get equal answers, to be had from the router at `url`. */
export type KeptAddress = { key: string; url: string; route: string }

/** Of an address as it stands in a request. */
export function pathAndQuery(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}
