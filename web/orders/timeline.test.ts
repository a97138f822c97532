import { expect, test } from 'vitest'
import { US_DOLLARS } from '#contract/money.ts'
import { formatsOf } from '../platform/formats.ts'
import type { OrderFacts } from './queries.ts'
import { historyLook, trackedLook } from './status.tsx'
import { timelineOf } from './timeline.ts'

const day = (number: number) => `2026-03-0${number}T12:00:00.000Z`
const order = {
  shippingMethod: null,
  carrier: 'UPS',
  trackingNumber: '1Z',
  statusHistory: [
    { status: 'pending', at: day(1) },
    { status: 'processing', at: day(2) },
    { status: 'shipped', at: day(3) },
    { status: 'delivered', at: day(4) },
  ],
  returns: [
    {
      id: 1,
      status: 'refused',
      items: [{ itemId: 1, name: 'Lamp', quantity: 2 }],
      reason: null,
      answer: 'It is broken',
      refund: null,
      requestedAt: day(5),
      settledAt: day(6),
    },
    {
      id: 2,
      status: 'accepted',
      items: [{ itemId: 2, name: 'Mat', quantity: 1 }],
      reason: null,
      answer: null,
      refund: '10.00',
      requestedAt: day(5),
      settledAt: day(7),
    },
  ],
  refunds: [
    { id: 1, amount: '10.00', isDone: true, at: day(8) },
    { id: 2, amount: '1.50', isDone: false, at: day(9) },
  ],
} as unknown as OrderFacts

test('the timeline has all events of an order, oldest first', () => {
  expect(
    timelineOf(order, formatsOf({ currency: US_DOLLARS, locale: 'en-US' })).map(({ text, note, shipment }) =>
      [text, note ?? shipment?.trackingNumber].filter(Boolean).join(': '),
    ),
  ).toEqual([
    'Order placed',
    'Payment received',
    'Shipped with UPS: 1Z',
    'Delivered',
    'Return requested: 2 × Lamp',
    'Return requested: 1 × Mat',
    'Return declined: It is broken',
    'Return accepted: 1 × Mat',
    '$10.00 refunded',
    'Refund of $1.50 on its way',
  ])
})

test.each([
  ['processing', 'Processing'],
  ['shipped', 'Shipped'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
])('tracking shows %s with a distinct icon and color', (status, label) => {
  const look = trackedLook(status)
  expect(look.label).toBe(label)
  const others = ['processing', 'shipped', 'delivered', 'cancelled', 'new']
    .filter((other) => other !== status)
    .map(trackedLook)
  expect(others.map(({ Icon }) => Icon)).not.toContain(look.Icon)
  expect(others.map(({ color }) => color)).not.toContain(look.color)
})

test('tracking shows any other status capitalized in one neutral style', () => {
  const [pending, held] = [trackedLook('pending'), trackedLook('on hold')]
  expect([pending.label, held.label]).toEqual(['Pending', 'On hold'])
  expect([pending.color, pending.Icon]).toEqual([held.color, held.Icon])
})

test("the order history shows the spec's five statuses, and any other status as 'Unknown'", () => {
  const labels = ['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'on hold'].map(
    (status) => historyLook(status).label,
  )
  expect(labels).toEqual(['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled', 'Unknown'])
})
