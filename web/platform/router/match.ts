/** A page's path, such as 'cart' or 'product/:slugOrId'. Only the last segment can be a parameter. '*' is every other path. */
type Addressed = { path: string }
export type Match<P> = { page: P; params: Record<string, string> }

/** Returns a function that finds the page of a path. Paths match in any case, and with a slash at the end. */
export function createMatcher<P extends Addressed>(pages: P[]): (pathname: string) => Match<P> {
  const whole = new Map(pages.map((page) => [page.path, page]))
  const other = whole.get('*')
  if (!other) throw new Error("No page for '*'")
  const beginnings = new Map(
    pages.flatMap((page) => {
      const [, beginning, name] = /^(.+)\/:(\w+)$/.exec(page.path) ?? []
      return beginning && name ? [[beginning, { page, name }]] : []
    }),
  )
  return (pathname) => {
    const path = decodePath(pathname).replace(/^\/|\/+$/g, '')
    const page = whole.get(path.toLowerCase())
    if (page) return { page, params: {} }
    const end = path.lastIndexOf('/')
    const found = beginnings.get(path.slice(0, end).toLowerCase())
    if (!found) return { page: other, params: {} }
    return { page: found.page, params: { [found.name]: path.slice(end + 1).replaceAll('%2F', '/') } }
  }
}

/** Decodes each segment, so an encoded slash doesn't separate segments. Leaves a malformed path as it is. */
function decodePath(pathname: string): string {
  if (!pathname.includes('%')) return pathname
  try {
    return pathname
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}
