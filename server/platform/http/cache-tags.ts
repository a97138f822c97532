import type { FastifyReply } from 'fastify'
import { isInProcess } from './in-process.ts'

/** Tag of changes that may affect any response, such as those of settings and categories. */
export const WHOLE_SHOP = 'shop'
/** Tag of responses that depend on which products exist, and in which order. */
export const LISTS = 'lists'

export const productTag = (id: number) => `product-${id}`

/** Tags of a response with a product's exact stock. */
export const stockTags = (id: number) => [productTag(id), `${STOCK}${id}`]

/** Of changes that leave more than LOW_STOCK units, which pages don't show. */
const STOCK = 'stock-'
export const isShownOnPages = (tag: string) => !tag.startsWith(STOCK)

/** Of in-process responses only. */
export const TAGS_HEADER = 'x-cache-tags'

/**
 * States what a response shows (docs/decisions/0083-cache-tags.md): the triggers of db/migrations record a change with
 * these tags, or WHOLE_SHOP. A response without a statement counts as changed by every change.
 */
export function tagResponse(reply: FastifyReply, tags: string[]) {
  if (isInProcess(reply.request)) reply.header(TAGS_HEADER, [...new Set(tags)].join(' '))
}

/** Sends the tags in the headers that CDNs read. */
export function tagForCdn(reply: FastifyReply, tags: string[]) {
  const all = [...new Set([WHOLE_SHOP, ...tags])]
  reply.header('cache-tag', all.join(',')).header('surrogate-key', all.join(' '))
}

type Headers = Record<string, number | string | string[] | undefined>

/** Returns the tags of an in-process response without WHOLE_SHOP, which all have, or null if they are unknown. */
export function tagsIn({ [TAGS_HEADER]: tags }: Headers): string[] | null {
  return typeof tags === 'string' ? tags.split(' ').filter((tag) => tag !== '') : null
}
