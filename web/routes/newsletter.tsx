import { ConfirmPage, NewsletterPage, UnsubscribePage } from '../newsletter/newsletter-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'

export const newsletter = (): LoadedRoute => ({ Component: NewsletterPage })
export const confirm = (): LoadedRoute => ({ Component: ConfirmPage })
export const unsubscribe = (): LoadedRoute => ({ Component: UnsubscribePage })
