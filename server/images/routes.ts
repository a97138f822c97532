import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { IMAGE_WIDTHS, type ImageWidth, parseImageName, SHARED_WIDTH } from '#contract/images/api.ts'
import { uploadImage } from '#contract/images/uploads.ts'
import { notFound } from '../errors.ts'
import { unknownAddress } from '../platform/http/errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { chooseFormat, FORMATS, type Format } from './formats.ts'
import { openImages } from './images.ts'
import { keepUpload } from './uploads.ts'

type Sized = { Params: { width: string; name: string } }
type Whole = { Params: { name: string } }

/** Serves /images/{name} and /images/{width}/{name}. No URL fetches an image from another site. */
export function imageRoutes(app: FastifyInstance, { db, config, log }: Shop) {
  const images = openImages(db, join(config.dataDir, 'images'), (error) => {
    log.warn({ err: error }, 'image variant not cached')
  })

  app.get<Whole>('/images/:name', async ({ params }, reply) => {
    return sendImage(reply, params.name, SHARED_WIDTH, 'jpeg')
  })

  app.get<Sized>('/images/:width/:name', async ({ params, headers }, reply) => {
    const width = IMAGE_WIDTHS.find((one) => String(one) === params.width)
    if (!width) throw noSuchImage()
    reply.header('vary', 'Accept')
    return sendImage(reply, params.name, width, chooseFormat(headers.accept))
  })

  app.get('/images/*', unknownAddress)

  async function sendImage(reply: FastifyReply, text: string, width: ImageWidth, format: Format) {
    const name = parseImageName(text)
    const image = name && (await images.findSize(name, width, format))
    if (!image) throw noSuchImage()
    reply.header('content-type', FORMATS[format].contentType)
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    reply.header('etag', `W/"${image.version}"`)
    // Other sites may show the images, for example link previews and webmail.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return image.bytes
  }
}

const noSuchImage = () => notFound('There is no such image.')

export function uploadRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, uploadImage, async ({ name, file }, request) =>
    keepUpload(db, signedInUser(request).id, name, Buffer.from(file)),
  )
}
