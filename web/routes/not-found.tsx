import { data } from 'react-router'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import type { LoadedRoute } from './prefetch.ts'

export function route(): LoadedRoute {
  return { Component: NotFoundPage, loader: () => data(null, { status: 404 }) }
}
