import { ContactPage } from '../contact/contact-page.tsx'
import type { LoadedRoute } from './prefetch.ts'

export function route(): LoadedRoute {
  return { Component: ContactPage }
}
