import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type Assets, Document } from './document.tsx'
import { type Api, ApiProvider } from './platform/api.ts'

/** Renders the same tree on the server and in the browser, each with its own router. */
export function App({
  api,
  queryClient,
  assets,
  state,
  onStart,
  children,
}: {
  api: Api
  queryClient: QueryClient
  assets: Assets
  state: string
  /** Called in the browser once the page is hydrated. */
  onStart?: () => void
  children: ReactNode
}) {
  useEffect(() => onStart?.(), [onStart])
  return (
    <Document assets={assets} state={state}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ApiProvider>
    </Document>
  )
}
