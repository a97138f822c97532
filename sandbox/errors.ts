import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { World } from './emulator.ts'
import { html } from './html.ts'
import { sendPage } from './layout.ts'

/** An error whose message may be sent to the client. Fastify uses its status. */
export function httpError(statusCode: number, message: string): Error & { statusCode: number } {
  return Object.assign(new Error(message), { statusCode })
}

/** Validates input. @throws an error with status 400 that describes the problem */
export function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (!result.success) throw httpError(400, z.prettifyError(result.error).replace(/\s*\n\s*/g, ' '))
  return result.data
}

export function formOf(body: unknown): URLSearchParams {
  if (!(body instanceof URLSearchParams)) throw httpError(415, 'Send the form fields.')
  return body
}

/** Sends browsers a page and programs `{message}`. An emulator may set its own handler. */
export function handleErrors(app: FastifyInstance, world: World) {
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, world, 404, `There is nothing at ${request.url.split('?', 1)[0]}.`),
  )
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status < 500) return sendError(request, reply, world, status, messageOf(error))
    logError(error, request)
    return sendError(request, reply, world, status, 'Something went wrong in the sandbox.')
  })
}

export function logError(error: unknown, request: FastifyRequest) {
  process.stderr.write(
    `${request.method} ${request.url}: ${(error instanceof Error && error.stack) || error}\n`,
  )
}

export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? status : 500
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  world: World,
  status: number,
  message: string,
) {
  reply.status(status)
  const wantsPage = request.headers.accept?.includes('text/html') && !request.url.startsWith('/sandbox/api/')
  if (!wantsPage) return reply.send({ message })
  const title = status === 404 ? 'Not found' : 'Something went wrong'
  return sendPage(reply, world, {
    title,
    body: html`<h1>${title}</h1><p>${message}</p><p><a href="/">Back to the sandbox</a></p>`,
  })
}
