/** The state of one request. */
export interface RequestContext {
  /** In a bulk operation, the last ID of the previous page and of this one; otherwise null. */
  bulk: { after: number | null; next: number | null } | null
}

export interface PageArguments {
  first?: number | null
  after?: string | null
}

const MAX_NODES = 250

/** Returns the size of a page: `first`, or the maximum for a bulk operation. */
export function sizeOf({ first }: PageArguments, { bulk }: RequestContext): number {
  if (bulk) return MAX_NODES
  if (first === null || first === undefined) throw badRequest('you must provide one of first or last')
  if (first < 0) throw badRequest('first cannot be less than zero')
  if (first > MAX_NODES)
    throw badRequest(`first cannot exceed ${MAX_NODES}. Ask for more with a bulk operation.`)
  return first
}

/** Returns the resolver of a connection, which returns a page of a list; in a bulk operation, the whole list. */
export function pageOf<T extends { id: string }>(list: readonly T[]) {
  return (page: PageArguments, context: RequestContext) => {
    const size = context.bulk ? list.length : sizeOf(page, context)
    const start = page.after ? list.findIndex(({ id }) => id === readCursor(page.after ?? '')) + 1 : 0
    return connection(list.slice(start, start + size), list.length > start + size)
  }
}

export function connection<T extends { id: string }>(nodes: T[], hasNextPage: boolean) {
  return {
    nodes,
    edges: nodes.map((node) => ({ node })),
    pageInfo: { hasNextPage, endCursor: cursorOf(nodes.at(-1)?.id) },
  }
}

export function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64').toString()
  if (!id.startsWith('gid://')) throw badRequest('Invalid cursor for current pagination sort.')
  return id
}

function cursorOf(id: string | undefined): string | null {
  return id === undefined ? null : Buffer.from(id).toString('base64')
}

/** Returns an ID such as `gid://shopify/Product/8801000000001`. */
export function globalId(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`
}

/** Returns the numeric ID, or null if the ID has another type. @throws an error if it isn't a global ID */
export function readGlobalId(type: string, text: string): number | null {
  const [, found, id] = /^gid:\/\/shopify\/(\w+)\/(\d{1,15})$/.exec(text) ?? []
  if (!found || !id) throw badRequest(`Invalid global id '${text}'`)
  return found === type ? Number(id) : null
}

/** Returns an error with a code that GraphQL includes in the response. */
export function badRequest(message: string, code = 'BAD_REQUEST'): Error {
  return Object.assign(new Error(message), { extensions: { code } })
}
