import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendContactMessage } from '#contract/contact/api.ts'
import { CONTACT_MESSAGES } from '#contract/contact/rules.ts'
import { plainForms } from '../platform/http/forms.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { sendMessage } from './contact.ts'

export async function contactRoutes(app: FastifyInstance, { db, config: { mailFrom } }: Shop) {
  const originOf = ({ ip }: FastifyRequest) => ({ address: addressKey(ip), mailFrom })

  mount(app, sendContactMessage, async (message, request) => {
    await sendMessage(db, message, originOf(request))
    return { message: CONTACT_MESSAGES.sent }
  })

  const problemPage = (code: string) => `/contact?problem=${code}`
  await plainForms(app, problemPage, (form) => {
    form('/contact', sendContactMessage.input, async (message, request) => {
      await sendMessage(db, message, originOf(request))
      return '/contact?sent=1'
    })
  })
}
