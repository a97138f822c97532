import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Repeats stock movements at the platform; each push keeps its own time for the next attempt. */
export const pushStock = job('push-stock', z.object({}), { retryLimit: 0 })
