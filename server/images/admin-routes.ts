import type { FastifyInstance } from 'fastify'
import { uploadImage } from '#contract/images/uploads.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { keepUpload } from './uploads.ts'

export function uploadRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, uploadImage, async ({ name, file }, request) =>
    keepUpload(db, signedInUser(request).id, name, Buffer.from(file)),
  )
}
