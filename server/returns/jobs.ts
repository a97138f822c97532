import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** 'notice' goes to the shop's owner, the others to the customer. */
export const ReturnEmailKind = z.enum(['requested', 'notice', 'accepted', 'refused'])
export type ReturnEmailKind = z.infer<typeof ReturnEmailKind>

/** Writes a letter about a return, once for its kind. */
export const writeReturnLetter = job(
  'write-return-letter',
  z.object({ returnId: z.int(), kind: ReturnEmailKind }),
)
