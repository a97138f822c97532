import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const own = { url: '/images/lamp-1.3f9a2c1bc4b7a7.jpg', alt: 'Lamp', sizes: '50vw', width: 1000, height: 800 }
const draw = (changes: Partial<Parameters<typeof Picture>[0]> = {}) => {
  render(<Picture {...own} {...changes} />)
  const image = screen.getByAltText('Lamp')
  return (name: string) => image.getAttribute(name)
}

describe('a picture from the shop', () => {
  test('offers every width up to the original, but none above it', () => {
    expect(draw()('srcset')).toBe(
      [96, 160, 320, 480, 640, 960]
        .map((width) => `/images/${width}/lamp-1.3f9a2c1bc4b7a7.jpg ${width}w`)
        .concat('/images/1200/lamp-1.3f9a2c1bc4b7a7.jpg 1000w')
        .join(', '),
    )
  })

  test('has a sizes attribute, and a src for browsers without srcset', () => {
    const has = draw()
    expect(has('sizes')).toBe('50vw')
    expect(has('src')).toBe('/images/960/lamp-1.3f9a2c1bc4b7a7.jpg')
  })

  test('reserves its space before it loads, in its own color', () => {
    const has = draw()
    expect([has('width'), has('height')]).toEqual(['1000', '800'])
    expect(screen.getByAltText('Lamp').style.backgroundColor).toBe('#c4b7a7')
  })

  test('loads lazily and decodes asynchronously', () => {
    const has = draw()
    expect([has('loading'), has('decoding'), has('fetchpriority')]).toEqual(['lazy', 'async', null])
  })

  test('loads eagerly and with high priority if it is marked as a priority', () => {
    const has = draw({ priority: true })
    expect([has('loading'), has('decoding'), has('fetchpriority')]).toEqual(['eager', null, 'high'])
  })

  test('isn’t also preloaded, which fetches a second size of an image that is in memory', () => {
    expect(renderToString(<Picture {...own} priority />)).not.toContain('preload')
  })

  test('is shown as a square when its size is unknown', () => {
    const has = draw({ width: null, height: null, className: 'rounded-card' })
    expect(has('class')).toBe('aspect-square object-cover rounded-card')
    expect([has('width'), has('height')]).toEqual([null, null])
  })
})

describe('a picture from another site', () => {
  test.each([
    'https://cdn.example/lamp.jpg',
    'http://cdn.example/images/lamp-1.3f9a2c1bc4b7a7.jpg',
    '//cdn.example/images/lamp-1.3f9a2c1bc4b7a7.jpg',
    '/images/lamp.jpg',
  ])('is loaded unchanged and without a referrer: %s', (url) => {
    const has = draw({ url })
    expect([has('src'), has('srcset'), has('sizes')]).toEqual([url, null, null])
    expect(has('referrerpolicy')).toBe('no-referrer')
    expect(has('class')).toContain('bg-hairline')
  })
})
