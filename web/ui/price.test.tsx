import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { US_DOLLARS } from '#contract/money.ts'
import { FormatsContext, formatsOf } from '../platform/formats.ts'
import { Price } from './price.tsx'

const renderInDollars = (price: ReactNode, shipsToEu = true) =>
  render(
    <FormatsContext value={formatsOf({ currency: US_DOLLARS, locale: 'en-US', shipsToEu })}>
      {price}
    </FormatsContext>,
  )

test('an old price is shown with the lowest price of the 30 days before the discount', () => {
  renderInDollars(<Price price="80.00" oldPrice="100.00" priorPrice="90.00" />)
  expect(screen.getByText('Lowest price in the 30 days before the sale: $90.00')).toBeDefined()
  expect(screen.getByText('$100.00').tagName).toBe('S')
})

test('the lowest price is omitted if it or the old price is missing, outside of the EU, and on a card that strikes it', () => {
  renderInDollars(<Price price="80.00" oldPrice="100.00" priorPrice={null} />)
  renderInDollars(<Price price="80.00" oldPrice={null} priorPrice={null} />)
  renderInDollars(<Price price="80.00" oldPrice="100.00" priorPrice="90.00" />, false)
  renderInDollars(<Price price="80.00" oldPrice="100.00" priorPrice="100.00" isOnCard />)
  expect(screen.queryByText(/Lowest price/)).toBeNull()
})
