import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Sends due stock movements to the platform. Each push has its own time for the next attempt. */
export const pushStock = job('push-stock', z.object({}), { retryLimit: 0 })
