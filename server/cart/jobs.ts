import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Every night: forgets the carts that were not used for so long. */
export const forgetCarts = job('forget-carts', z.object({}))
