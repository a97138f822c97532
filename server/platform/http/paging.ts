/** The Link header of one page of a list (RFC 8288): first, prev, next, last. */
export function pageLinks(url: string, page: number, pages: number): string {
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
