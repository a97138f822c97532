import { useLayoutEffect, useRef, useState } from 'react'
import { isLegalPage, isOriginalPage } from '#contract/pages/rules.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { businessQuery } from '../../settings/business.ts'
import { shopInfoQuery } from '../../settings/shop-info.tsx'
import { ORIGINALS } from '../originals.ts'
import { backInStockQuery } from '../privacy-page.tsx'
import { shippingRatesQuery } from '../shipping-and-returns-pages.tsx'
import { startingText } from './starting-texts.ts'

/**
 * Returns the text that the form of an unwritten page begins with, or null while it loads: the original text with the
 * current settings, a text to fill in, or nothing. `source` must be rendered, because original texts are components.
 */
export function useFirstText(name: string, isWanted: boolean) {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: business } = useQuery({ ...businessQuery(api), enabled: isWanted && isLegalPage(name) })
  const { data: rates } = useQuery({ ...shippingRatesQuery(api), enabled: isWanted && name === 'shipping' })
  const { data: backInStock } = useQuery({
    ...backInStockQuery(api),
    enabled: isWanted && name === 'privacy-policy',
  })
  const element = useRef<HTMLDivElement>(null)
  const [original, setOriginal] = useState<string | null>(null)
  const shown: Record<string, unknown> = { shipping: rates, 'privacy-policy': backInStock }
  const isReady = isWanted && shop !== undefined && (!Object.hasOwn(shown, name) || shown[name] !== undefined)
  useLayoutEffect(() => {
    if (isReady && element.current) setOriginal(element.current.innerHTML)
  }, [isReady])
  if (isLegalPage(name))
    return { text: shop && business ? startingText(name, shop.supportEmail, business) : null, source: null }
  if (!isOriginalPage(name)) return { text: '', source: null }
  const { Text } = ORIGINALS[name]
  const source = isReady && original === null && (
    <div ref={element} hidden>
      <Text />
    </div>
  )
  return { text: original, source }
}
