import { expect, test } from 'vitest'
import { deliveryRows, expectedDelivery } from './delivery.ts'

const FORMAT = { locale: 'en-US', timeZone: 'UTC' }
const FRIDAY = new Date('2026-11-20T23:30:00Z')

test.each([
  [0, 0, 'Fri, Nov 20'],
  [1, 1, 'Mon, Nov 23'],
  [1, 5, 'Mon, Nov 23 – Fri, Nov 27'],
  [6, 6, 'Mon, Nov 30'],
])('an order placed on a Friday that takes %i to %i business days arrives %s', (from, to, text) => {
  expect(expectedDelivery(FRIDAY, { from, to }, FORMAT)).toBe(text)
})

test('delivery dates follow the locale of the shop', () => {
  expect(expectedDelivery(FRIDAY, { from: 1, to: 5 }, { ...FORMAT, locale: 'de-DE' })).toBe(
    'Mon 23 Nov – Fri 27 Nov',
  )
})

test('delivery dates count from the day in the time zone of the shop', () => {
  const inBerlin = { ...FORMAT, timeZone: 'Europe/Berlin' }
  expect(expectedDelivery(FRIDAY, { from: 0, to: 1 }, inBerlin)).toBe('Sat, Nov 21 – Mon, Nov 23')
  expect(expectedDelivery(FRIDAY, { from: 2, to: 2 }, inBerlin)).toBe('Tue, Nov 24')
})

test('a pickup shows its address, and an unnamed method shows nothing', () => {
  const createdAt = FRIDAY.toISOString()
  const pickup = { name: 'Store', days: { from: 1, to: 1 }, pickupAddress: 'Main Street 1' }
  expect(deliveryRows({ createdAt, shippingMethod: pickup }, FORMAT)).toEqual([
    { label: 'Pickup', value: 'Store' },
    { label: 'Pick up at', value: 'Main Street 1' },
    { label: 'Ready for pickup', value: 'Mon, Nov 23' },
  ])
  expect(deliveryRows({ createdAt, shippingMethod: null }, FORMAT)).toEqual([])
})
