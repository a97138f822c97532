import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Assets, Document } from './document.tsx'
import type { Api } from './platform/api.ts'
import { ApiProvider } from './platform/api-context.ts'

/** What server and browser render alike, around the router of each. */
export function App({
  api,
  queryClient,
  assets,
  state,
  children,
}: {
  api: Api
  queryClient: QueryClient
  assets: Assets
  state: string
  children: ReactNode
}) {
  return (
    <Document assets={assets} state={state}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ApiProvider>
    </Document>
  )
}
