import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns the Link header of a list page (RFC 8288): first, prev, next, last. */
function pageLinks(url: string, page: number, pages: number): string {
  const target = (number: number) => {
    const [path, query] = url.split('?')
    const parameters = new URLSearchParams(query)
    parameters.set('page', String(number))
    return `${path}?${parameters}`
  }
  const links: [string, number][] = [['first', 1]]
  if (page > 1) links.push(['prev', Math.min(page - 1, pages)])
  if (page < pages) links.push(['next', page + 1])
  links.push(['last', pages])
  return links.map(([rel, number]) => `<${target(number)}>; rel="${rel}"`).join(', ')
}

/** Maximum URL length. The header repeats the URL, and longer ones would exceed clients' header limits. */
const LINKED_MAX = 2000

/** Sets the Link header. */
export function linkPages(request: FastifyRequest, reply: FastifyReply, page: number, pages: number) {
  if (request.url.length > LINKED_MAX) return
  reply.header('link', pageLinks(request.url, page, pages))
}

/** Sets the total count and the Link header. */
export function setPaginationHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, pageSize }: { page: number; pageSize: number },
  total: number,
) {
  reply.header('x-total-count', String(total))
  linkPages(request, reply, page, Math.max(1, Math.ceil(total / pageSize)))
}
