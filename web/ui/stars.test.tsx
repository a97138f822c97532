import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Stars } from './stars.tsx'

test.each([
  [5, 5],
  [4.9, 4],
  [4, 4],
  [0.5, 0],
])('a rating of %d fills %d of five stars, rounded down (spec section 1)', (rating, filled) => {
  render(<Stars rating={rating} />)
  const stars = [...screen.getByRole('img', { name: `${rating} out of 5 stars` }).children]
  expect(stars.map((star) => star.getAttribute('data-filled'))).toEqual(
    [1, 2, 3, 4, 5].map((place) => String(place <= filled)),
  )
})
