import type { Db } from '../platform/db/database.ts'
import { lockForSummary, updateReviewSummary } from './review-queries.ts'

/** Computes rating and review count anew. Within the transaction that wrote, changed or deleted a review. */
export async function setReviewSummary(db: Db, productId: number): Promise<void> {
  await lockForSummary(db, productId)
  await updateReviewSummary(db, productId)
}
