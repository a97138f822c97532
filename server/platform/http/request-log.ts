import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { isInProcess } from './in-process.ts'

/** One line for each request of the outside world, when it is answered; front.ts writes the same one. */
export class RequestLog extends LogController {
  override incomingRequest() {
    // The line of the answer says what was asked.
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...facts, err: error }, 'request errored')
    else if (!isInProcess(request)) reply.log.info(facts, REQUEST_COMPLETED)
  }
}

export const REQUEST_COMPLETED = 'request completed'
