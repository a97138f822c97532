import { describe, expect, test } from 'vitest'
import { averageRating, histogram, type Review, sortReviews } from './queries.ts'

const review = (id: number, rating: number, createdAt = `2026-01-0${id}T00:00:00.000Z`): Review => ({
  id,
  productId: 1,
  userId: id,
  rating,
  title: 'Title',
  comment: 'A comment of some length',
  createdAt,
  reply: null,
  updatedAt: createdAt,
  isVerifiedPurchase: false,
  isHeld: false,
  user: { fullName: null, username: 'ada' },
})

describe('review statistics (spec section 7: computed on the client)', () => {
  test('average all reviews, or return 0 if there are none', () => {
    expect(averageRating([review(1, 5), review(2, 4), review(3, 4)])).toBeCloseTo(4.333)
    expect(averageRating([])).toBe(0)
  })

  test('count the reviews for each number of stars, starting with 5', () => {
    expect(histogram([review(1, 5), review(2, 4), review(3, 4)]).map(({ count }) => count)).toEqual([
      1, 2, 0, 0, 0,
    ])
  })

  test('can be sorted by newest, highest, or lowest, with ties newest first', () => {
    const reviews = [review(1, 3), review(2, 5), review(3, 3)]
    const ids = (order: Parameters<typeof sortReviews>[1]) => sortReviews(reviews, order).map(({ id }) => id)
    expect(ids('newest')).toEqual([3, 2, 1])
    expect(ids('highest')).toEqual([2, 3, 1])
    expect(ids('lowest')).toEqual([3, 1, 2])
  })
})
