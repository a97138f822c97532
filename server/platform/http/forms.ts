import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ShopError } from '../../errors.ts'

/** What a form does; says to which page its sender goes on. */
type Act<I extends z.ZodType> = (
  input: z.output<I>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string>

type MountForm = <I extends z.ZodType>(url: string, input: I, act: Act<I>) => void

const FORM = 'application/x-www-form-urlencoded'

/**
 * Plain forms, for pages on which no script runs: each is answered by the way to a page.
 * @param problemPage where a refusal is told, by its code
 */
export async function plainForms(
  parent: FastifyInstance,
  problemPage: (code: string) => string,
  mountForms: (form: MountForm) => void,
) {
  await parent.register((app, _options, done) => {
    app.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    )
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
