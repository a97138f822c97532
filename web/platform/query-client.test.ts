import { focusManager, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listProductsQuery } from '../catalog/queries.ts'
import { createApi } from './api.ts'
import { createQueryClient } from './query-cache.ts'

const DAY = 86_400_000

describe('fetched data (spec section 7)', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => {
      focusManager.setFocused(undefined)
      vi.useRealTimers()
    }
  })

  /** Mounts a query as a page does. @returns the number of requests */
  function look(query: { queryKey: readonly unknown[]; staleTime?: number }, fails = false) {
    const queryClient = createQueryClient()
    queryClient.mount()
    const fetchData = vi.fn(async () => {
      if (fails) throw new Error('broken')
      return 'answer'
    })
    const again = () =>
      new QueryObserver(queryClient, { ...query, queryFn: fetchData }).subscribe(() => undefined)
    again()
    return { fetchData, again, queryClient }
  }

  test('is never stale', async () => {
    const { fetchData, again } = look({ queryKey: ['anything'] })
    await vi.advanceTimersByTimeAsync(DAY)
    again()
    await vi.advanceTimersByTimeAsync(10)
    expect(fetchData).toHaveBeenCalledOnce()
  })

  test('is not refetched on focus or at an interval', async () => {
    const { fetchData } = look({ queryKey: ['anything'], staleTime: 0 })
    await vi.advanceTimersByTimeAsync(DAY)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(10)
    expect(fetchData).toHaveBeenCalledOnce()
  })

  test('is not refetched when it fails', async () => {
    const { fetchData } = look({ queryKey: ['anything'] }, true)
    await vi.advanceTimersByTimeAsync(DAY)
    expect(fetchData).toHaveBeenCalledOnce()
  })

  test('is refetched after 30 seconds if it is a list of products', async () => {
    const never = createApi(() => new Promise(() => undefined))
    const { staleTime } = listProductsQuery(never, {})
    const { fetchData, again } = look({ queryKey: ['products'], staleTime: Number(staleTime) })
    await vi.advanceTimersByTimeAsync(29_000)
    again()
    await vi.advanceTimersByTimeAsync(10)
    expect(fetchData).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1_000)
    again()
    await vi.advanceTimersByTimeAsync(10)
    expect(fetchData).toHaveBeenCalledTimes(2)
  })
})
