import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { RejectedForm } from '#contract/page-forms.ts'
import { invalidInput, notFound, ShopError } from '../../errors.ts'
import { whenRead } from './bodies.ts'
import { problemsOf } from './mount.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Responds with the page at the request's URL, which shows the form again with its errors, or its next step.
     * @param status null for that of the page
     */
    answerWithForm(
      request: FastifyRequest,
      reply: FastifyReply,
      status: number | null,
      sent: RejectedForm,
    ): Promise<Buffer>
  }
}

/** Handles a form. @returns the URL of the page to redirect to */
type Act<I extends z.ZodType> = (
  input: z.output<I>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string>

type MountForm = <I extends z.ZodType>(url: string, input: I, act: Act<I>) => void

const FORM = 'application/x-www-form-urlencoded'
/** A message of 5,000 characters has up to nine bytes per character. */
const FORM_MAX_BYTES = 64 * 1024

/**
 * Handles plain forms, which are submitted without JavaScript. Each handler redirects to a page.
 * @param problemPage returns the URL of the page that shows an error code
 */
export async function plainForms(
  parent: FastifyInstance,
  problemPage: (code: string) => string,
  mountForms: (form: MountForm) => void,
) {
  await parent.register((app, _options, done) => {
    readForms(app)
    mountForms((url, input, act) => {
      app.post(url, async (request, reply) => reply.redirect(await answerTo(input, act, request, reply), 303))
    })
    done()
  })

  async function answerTo<I extends z.ZodType>(
    input: I,
    act: Act<I>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const sent = input.safeParse({ ...(request.body as object), ...(request.params as object) })
    if (!sent.success) return problemPage('invalid_input')
    try {
      return await act(sent.data, request, reply)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return problemPage(error.code)
    }
  }
}

/** The values of the next step of a form. They aren't in the page's URL, so they can be personal. */
export type NextStep = { values: Record<string, string> }

/** A form on a page, identified by the `form` query parameter. @returns the URL of the page to redirect to, or a step */
export type PageForm = (request: FastifyRequest, reply: FastifyReply) => Promise<string | NextStep>

export function pageForm<I extends z.ZodType>(
  input: I,
  act: (input: z.output<I>, request: FastifyRequest, reply: FastifyReply) => Promise<string | NextStep>,
): PageForm {
  return async (request, reply) => {
    const sent = input.safeParse(request.body)
    if (!sent.success) {
      const errors = problemsOf(sent.error)
      throw invalidInput(errors[0]?.message ?? "The form isn't valid.", errors)
    }
    return act(sent.data, request, reply)
  }
}

/** Fields that are never sent back. */
const SECRETS = ['password', 'code']

/**
 * Handles plain forms. If a form is rejected or has another step, renders its page again; otherwise redirects. As with all
 * writes, other sites can't submit them (guards.ts).
 */
export async function pageForms(parent: FastifyInstance, url: string, forms: Record<string, PageForm>) {
  await parent.register((app, _options, done) => {
    readForms(app)
    app.post<{ Querystring: { form?: string }; Body: Record<string, string> | undefined }>(
      url,
      async (request, reply) => {
        const { form = '' } = request.query
        const act = Object.hasOwn(forms, form) ? forms[form] : undefined
        if (!act) throw notFound('There is no such form.')
        reply.header('cache-control', 'no-store')
        try {
          const next = await act(request, reply)
          if (typeof next === 'string') return reply.redirect(next, 303)
          return app.answerWithForm(request, reply, null, { form, ...next, errors: [], message: '' })
        } catch (error) {
          if (!(error instanceof ShopError)) throw error
          const typed = Object.entries(request.body ?? {}).filter(([name]) => !SECRETS.includes(name))
          const { status, message, errors = [], retryAfter, facts } = error
          if (retryAfter) reply.header('retry-after', String(retryAfter))
          if (facts.step) typed.push(['step', facts.step])
          const values = Object.fromEntries(typed)
          return app.answerWithForm(request, reply, status, { form, values, errors, message })
        }
      },
    )
    done()
  })
}

/** Accepts only URL-encoded forms. Pages that redisplay rejected input rely on all values being strings. */
function readForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    FORM,
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    (request: FastifyRequest, body: string) =>
      whenRead(request, () => Object.fromEntries(new URLSearchParams(body))),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => {
    throw new ShopError(415, 'unsupported_media_type', `Send a form as ${FORM}.`)
  })
}

/**
 * One-click unsubscribing (RFC 8058): email programs post to the URL of the List-Unsubscribe header, which shows a page
 * in a browser. Only the URL matters; the body may have any content type.
 * @param unsubscribe returns the text of the response; its argument is null for a link without a token
 */
export async function oneClickUnsubscribe(
  parent: FastifyInstance,
  url: string,
  unsubscribe: (token: string | null) => Promise<string>,
) {
  await parent.register((app, _options, done) => {
    app.addContentTypeParser('*', { parseAs: 'string' }, async () => null)
    app.post<{ Querystring: { token?: unknown } }>(
      url,
      { config: { fromAnywhere: true } },
      async ({ query: { token } }, reply) => {
        reply.header('content-type', 'text/plain; charset=utf-8')
        return unsubscribe(typeof token === 'string' && token !== '' ? token : null)
      },
    )
    done()
  })
}
