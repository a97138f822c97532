import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TrackingNumber } from './tracking-number.tsx'

test.each([
  ['UPS Ground', '1Z 999 AA1', 'https://www.ups.com/track?tracknum=1Z999AA1'],
  ['usps', '9400 1', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94001'],
  ['FedEx Express', '12#/?', 'https://www.fedex.com/fedextrack/?trknbr=12%23%2F%3F'],
  ['DHL', 'JD01', 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=JD01'],
  ['Royal Mail', 'AB1GB', 'https://www.royalmail.com/track-your-item#/tracking-results/AB1GB'],
])('a tracking number of %s is linked to the carrier’s page', (carrier, number, url) => {
  render(<TrackingNumber carrier={carrier} trackingNumber={number} />)
  expect(screen.getByRole('link', { name: `Tracking number ${number}` }).getAttribute('href')).toBe(url)
})

test.each(['Our van', 'Cups & Co.', 'Pups'])('a tracking number of carrier %s isn’t linked', (carrier) => {
  render(<TrackingNumber carrier={carrier} trackingNumber="1Z" />)
  expect(screen.getByText('Tracking number 1Z')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
