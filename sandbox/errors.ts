import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from './html.ts'
import { sendPage } from './layout.ts'
import type { World } from './stand-in.ts'

/** An error whose sentence the caller may read; Fastify takes the status from it. */
export function refuse(statusCode: number, message: string): Error & { statusCode: number } {
  return Object.assign(new Error(message), { statusCode })
}

/** Answers every error: people get a page, programs get `{message}`. A stand-in may set its own handler. */
export function answerErrors(app: FastifyInstance, world: World) {
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, world, 404, `There is nothing at ${request.url.split('?', 1)[0]}.`),
  )
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status < 500) return sendError(request, reply, world, status, messageOf(error))
    process.stderr.write(`${request.method} ${request.url}: ${traceOf(error)}\n`)
    return sendError(request, reply, world, status, 'Something went wrong in the sandbox.')
  })
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
  const title = status === 404 ? 'Not found' : 'That did not work'
  return sendPage(reply, world, {
    title,
    body: html`<h1>${title}</h1><p>${message}</p><p><a href="/">Back to the start</a></p>`,
  })
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? status : 500
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function traceOf(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error)
}
