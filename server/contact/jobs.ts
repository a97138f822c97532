import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Every night: forgets our own copies of messages that were mailed long ago. */
export const forgetMessages = job('forget-contact-messages', z.object({}))
