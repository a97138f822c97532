import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Price } from './price.tsx'

test('an old price has the lowest price of the 30 days before the discount next to it', () => {
  render(<Price price="80.00" oldPrice="100.00" priorPrice="90.00" />)
  expect(screen.getByText('Lowest price in the 30 days before the sale: $90.00')).toBeDefined()
  expect(screen.getByText('$100.00').tagName).toBe('S')
})

test('shows nothing without a lowest price or an old price', () => {
  render(<Price price="80.00" oldPrice="100.00" priorPrice={null} />)
  render(<Price price="80.00" oldPrice={null} priorPrice={null} />)
  expect(screen.queryByText(/Lowest price/)).toBeNull()
})
