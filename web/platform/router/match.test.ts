import { describe, expect, test } from 'vitest'
import { createMatcher } from './match.ts'

const match = createMatcher(
  ['', 'cart', 'auth/reset-password', 'product/:slugOrId', '*'].map((path) => ({ path })),
)
const found = (pathname: string) => {
  const { page, params } = match(pathname)
  return [page.path, params.slugOrId]
}

describe('the page of a path', () => {
  test.each([
    ['/', ''],
    ['/cart', 'cart'],
    ['/Cart/', 'cart'],
    ['/%63art', 'cart'],
    ['/auth/reset-password', 'auth/reset-password'],
    ['/auth', '*'],
    ['/cart/x', '*'],
    ['/product', '*'],
    ['/product/', '*'],
    ['/product/a/b', '*'],
  ])('%s is %s', (pathname, path) => {
    expect(found(pathname)).toEqual([path, undefined])
  })

  test.each([
    ['/product/halo-lamp', 'halo-lamp'],
    ['/PRODUCT/Halo-Lamp/', 'Halo-Lamp'],
    ['/product/a%2Fb', 'a/b'],
    ['/product/100%25', '100%'],
    ['/product/%E0%A4%A', '%E0%A4%A'],
  ])('%s is the product %s', (pathname, slug) => {
    expect(found(pathname)).toEqual(['product/:slugOrId', slug])
  })
})
