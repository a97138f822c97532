import { ContactPage } from '../contact/contact-page.tsx'
import type { LoadedRoute } from './routes.tsx'

export function route(): LoadedRoute {
  return { Component: ContactPage }
}
