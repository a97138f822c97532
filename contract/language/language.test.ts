import { afterEach, describe, expect, test } from 'vitest'
import { createLanguage, ENGLISH, english, readLanguageFrom, t, translate } from './language.ts'

const GERMAN = createLanguage('de', {
  Cart: 'Warenkorb',
  '{count, plural, one {# item} other {# items}}': '{count, plural, one {# Artikel} other {# Artikel}}',
  'From {price}': 'ab {price}',
})

afterEach(() => readLanguageFrom(() => ENGLISH))

describe('a text', () => {
  test('is the one in the code', () => {
    expect(t('Cart')).toBe('Cart')
    expect(t('From {price}', { price: '$5' })).toBe('From $5')
    expect(t('{count, plural, one {# item} other {# items}}', { count: 1 })).toBe('1 item')
    expect(t('{count, plural, one {# item} other {# items}}', { count: 1200 })).toBe('1,200 items')
  })

  test('is in the language that is current at the call', () => {
    const cart = english('Cart')
    readLanguageFrom(() => GERMAN)
    expect(t('Cart')).toBe('Warenkorb')
    expect(cart).toBe('Cart')
    expect(translate(cart)).toBe('Warenkorb')
    expect(t('From {price}', { price: '5 €' })).toBe('ab 5 €')
    expect(t('{count, plural, one {# item} other {# items}}', { count: 1200 })).toBe('1.200 Artikel')
  })

  test('without a translation stays English', () => {
    readLanguageFrom(() => GERMAN)
    expect(t('Checkout')).toBe('Checkout')
  })

  test('shows a value with braces as it is', () => {
    expect(t('From {price}', { price: '{price}' })).toBe('From {price}')
  })

  test('needs all of its values', () => {
    // @ts-expect-error the price is missing
    expect(t('From {price}')).toBe('From {price}')
    // @ts-expect-error a text without arguments has no values
    expect(t('Cart', { price: '5' })).toBe('Cart')
  })
})
