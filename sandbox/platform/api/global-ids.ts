import { GraphQLError } from 'graphql'

/** `gid://shopify/Product/8801000000001`. */
export function globalId(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`
}

export function readGlobalId(text: string): { type: string; id: number } {
  const [, type, id] = /^gid:\/\/shopify\/(\w+)\/(\d{1,15})$/.exec(text) ?? []
  if (!type || !id)
    throw new GraphQLError(`Invalid global id '${text}'`, { extensions: { code: 'BAD_REQUEST' } })
  return { type, id: Number(id) }
}
