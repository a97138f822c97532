import { GraphQLError } from 'graphql'

export interface PageArguments {
  first?: number | null
  after?: string | null
}

export interface Connection<T> {
  edges: { cursor: string; node: T }[]
  nodes: T[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

const mostNodes = 250

/** `first` must be there, and from 0 to 250. */
export function checkFirst({ first }: PageArguments): number {
  if (first === null || first === undefined) throw badRequest('you must provide one of first or last')
  if (first < 0) throw badRequest('first cannot be less than zero')
  if (first > mostNodes)
    throw badRequest(`first cannot exceed ${mostNodes}. Ask for more with a bulk operation.`)
  return first
}

/** A page of a list that is known as a whole. */
export function pageOfList<T extends { id: string }>(all: readonly T[], page: PageArguments): Connection<T> {
  const first = checkFirst(page)
  const after = page.after ? idIn(readCursor(page.after)) : undefined
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const nodes = all.slice(start, start + first)
  const cursors = nodes.map(({ id }) => cursorOf({ last_id: id }))
  return connection(nodes, cursors, all.length > start + first, start > 0)
}

export function connection<T>(
  nodes: T[],
  cursors: string[],
  hasNextPage: boolean,
  hasPreviousPage: boolean,
): Connection<T> {
  return {
    nodes,
    edges: nodes.map((node, place) => ({ node, cursor: cursors[place] ?? '' })),
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  }
}

export function cursorOf(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString('base64')
}

export function readCursor(cursor: string): object {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString())
    if (typeof position === 'object' && position !== null) return position
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw badRequest('Invalid cursor for current pagination sort.')
}

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })
}

function idIn(position: object): string | undefined {
  return 'last_id' in position ? String(position.last_id) : undefined
}
