import { useWatch } from 'react-hook-form'
import { WITHDRAWAL } from '#contract/returns/rules.ts'
import { productQuery } from '../../catalog/queries.ts'
import { isPublic } from '../../pages/admin/page-states.ts'
import { pagesQuery } from '../../pages/admin/queries.ts'
import { useApi } from '../../platform/api.ts'
import * as paths from '../../platform/paths.ts'
import { useQuery } from '../../platform/use-query.ts'

/** Pages that links may lead to, besides text pages and products. */
const PAGES: readonly string[] = [
  paths.HOME,
  paths.AUTH,
  paths.CART,
  paths.CHECKOUT,
  paths.PROFILE,
  paths.FAVORITES,
  paths.ORDERS,
  paths.ORDER_HISTORY,
  paths.ORDER_TRACKING,
  paths.CONTACT,
  paths.NEWSLETTER,
  WITHDRAWAL,
]
const PRODUCT = '/product/'

/** Warns if the link entered in a field leads to a page of the shop that shoppers can't see. It can be saved anyway. */
export function LinkWarning({ name }: { name: string }) {
  const problem = useLinkProblem(String(useWatch({ name }) ?? ''))
  return (
    <p role="status" className="text-sale text-sm empty:hidden">
      {problem}
    </p>
  )
}

/** Returns why shoppers can't see the page that a link leads to, or null if they can, or if it is on another site. */
function useLinkProblem(link: string): string | null {
  const api = useApi()
  const path = pathOf(link)
  const slug = path?.startsWith(PRODUCT) ? path.slice(PRODUCT.length) : ''
  const { data: pages } = useQuery(pagesQuery(api))
  const { data: product } = useQuery({ ...productQuery(api, slug), enabled: slug !== '' })
  if (path === null || PAGES.includes(path)) return null
  if (slug !== '') return product === null ? `There is no product at ${path}.` : null
  if (!pages) return null
  const page = pages.find(({ address }) => address === path)
  if (!page) return `There is no page at ${path} yet. Shoppers would see an error.`
  return isPublic(page) ? null : `The page “${page.title}” isn’t published, so shoppers can’t see it yet.`
}

/** Returns the path of a link inside the shop, or null. */
function pathOf(link: string): string | null {
  const text = link.trim()
  if (!/^\/(?![/\\])/.test(text) || !URL.canParse(text, 'https://shop.invalid')) return null
  const path = new URL(text, 'https://shop.invalid').pathname.toLowerCase()
  return path === '/' ? path : path.replace(/\/+$/, '')
}
