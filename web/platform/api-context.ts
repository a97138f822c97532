import { createContext, useContext } from 'react'
import type { Api } from './api.ts'

const ApiContext = createContext<Api | null>(null)

export const ApiProvider = ApiContext.Provider

/** @throws Error outside an ApiProvider */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider around it')
  return api
}
