import { describe, expect, test } from 'vitest'
import { createMemoryHistory } from '../../../tests/support/memory-history.ts'
import { addressOfLocation, type Location } from './location.ts'
import type { Opened } from './open-page.ts'
import { createRouter } from './router.ts'

const shownAt = (location: Location, redirect?: string): Opened => ({
  file: location.pathname,
  isAdmin: false,
  params: {},
  Component: () => null,
  data: null,
  failure: null,
  redirect,
})

function openRouter(
  open: (location: Location) => Opened | Promise<Opened> = (location) => shownAt(location),
) {
  const router = createRouter(createMemoryHistory('/'), open, shownAt({ pathname: '/' } as Location))
  const here = () => `${addressOfLocation(router.state().location)} shows ${router.state().shown?.file}`
  return { ...router, here }
}

describe('the router', () => {
  test('shows a page that is loaded before the call returns, and moves in the history', async () => {
    const { navigate, here } = openRouter()
    void navigate('/faq?x=1#a')
    expect(here()).toBe('/faq?x=1#a shows /faq')
    await navigate('/about', { replace: true })
    await navigate(-1)
    expect(here()).toBe('/ shows /')
    await navigate(1)
    expect(here()).toBe('/about shows /about')
  })

  test('keeps the old page while the new one loads, and drops it if the user goes elsewhere', async () => {
    const slow = Promise.withResolvers<void>()
    const { navigate, here, state } = openRouter((location) =>
      location.pathname === '/slow' ? slow.promise.then(() => shownAt(location)) : shownAt(location),
    )
    const opening = navigate('/slow')
    expect([here(), state().isLoading]).toEqual(['/ shows /', true])
    await navigate('/faq')
    slow.resolve()
    await opening
    expect([here(), state().isLoading]).toEqual(['/faq shows /faq', false])
  })

  test('follows a redirect in one entry of the history', async () => {
    const { navigate, here } = openRouter((location) =>
      shownAt(location, location.pathname === '/order-history' ? '/orders' : undefined),
    )
    await navigate('/order-history')
    expect(here()).toBe('/orders shows /orders')
    await navigate(-1)
    expect(here()).toBe('/ shows /')
  })

  test('opens no page again for another place on it', async () => {
    const opened: string[] = []
    const { navigate, here } = openRouter((location) => {
      opened.push(location.pathname)
      return shownAt(location)
    })
    await navigate('/#products')
    expect(here()).toBe('/#products shows /')
    expect(opened).toEqual([])
    await navigate('/')
    expect(opened).toEqual([])
    await navigate('/')
    expect(opened).toEqual(['/'])
  })

  test.each(['a link', 'the Back button'])('asks before %s leaves, stays, and leaves', async (way) => {
    const { navigate, here, state, block } = openRouter()
    await navigate('/admin')
    const unblock = block(() => true)
    const leave = () => navigate(way === 'a link' ? '/' : -1)
    await leave()
    expect(here()).toBe('/admin shows /admin')
    state().blocked?.stay()
    expect([here(), state().blocked]).toEqual(['/admin shows /admin', null])
    await leave()
    state().blocked?.proceed()
    await expect.poll(here).toBe('/ shows /')
    expect(state().blocked).toBeNull()
    unblock()
    await navigate('/admin')
    expect(here()).toBe('/admin shows /admin')
  })
})
