import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../errors.ts'
import { drawing } from './drawings.ts'
import { motifs } from './motifs.ts'

const Name = z.tuple([z.enum(motifs), z.string().regex(/^[0-9a-f]{6}$/)])

/** The pictures of the products, drawn when somebody looks at them. */
export function mountImages(app: FastifyInstance) {
  const drawn = new Map<string, Promise<Buffer>>()

  app.get<{ Params: { name: string } }>('/cdn/files/:name', async ({ params }, reply) => {
    const name = Name.safeParse(params.name.replace(/\.png$/, '').split('-'))
    if (!name.success) throw refuse(404, `There is no picture ${params.name}.`)
    const known = drawn.get(params.name) ?? paint(drawing(...name.data))
    // There are only so many motifs, but any number of tints.
    if (drawn.size < 200) drawn.set(params.name, known)
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(await known)
  })
}

async function paint(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
