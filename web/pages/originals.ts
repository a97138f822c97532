import type { OriginalPageName } from '#contract/pages/names.ts'
import { ABOUT_PAGE } from './about-page.tsx'
import { FAQ_PAGE } from './faq-page.tsx'
import { PRIVACY_PAGE } from './privacy-page.tsx'
import { RETURNS_PAGE, SHIPPING_PAGE } from './shipping-and-returns-pages.tsx'
import { TERMS_PAGE } from './terms-page.tsx'
import type { OriginalPage } from './text-page.tsx'

export const ORIGINALS: Readonly<Record<OriginalPageName, OriginalPage>> = {
  about: ABOUT_PAGE,
  faq: FAQ_PAGE,
  shipping: SHIPPING_PAGE,
  returns: RETURNS_PAGE,
  'privacy-policy': PRIVACY_PAGE,
  'terms-conditions': TERMS_PAGE,
}
