import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { isInProcess } from './in-process.ts'

/** Logs one line per external request, when the response is sent. response-cache.ts logs the same line. */
export class RequestLog extends LogController {
  override incomingRequest() {
    // The line that is logged on completion contains the request.
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...facts, err: error }, 'request errored')
    else if (!isInProcess(request)) reply.log.info(facts, REQUEST_COMPLETED)
  }
}

export const REQUEST_COMPLETED = 'request completed'
