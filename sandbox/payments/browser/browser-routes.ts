import type { FastifyInstance } from 'fastify'
import { takeFault } from '../../faults.ts'
import { markupOf } from '../../html.ts'
import { type Provider, service } from '../provider.ts'
import { joinScript, readFrameFile, readScriptFile, sendText } from './browser-files.ts'
import { mountChallenges } from './challenge-routes.ts'
import { framePage } from './frame-page.ts'

/** What a browser loads from the provider: the script for the shop's page, the card form in its frame, the bank. */
export async function mountBrowserSide(app: FastifyInstance, provider: Provider) {
  await app.register((own, _options, done) => {
    own.addHook('onRequest', async (_request, reply) => {
      if (takeFault(provider.faults, service, 'down')) {
        return reply.status(503).type('text/plain').send('The provider is down.')
      }
    })
    mountScriptAndFrame(own)
    mountChallenges(own, provider)
    done()
  })
}

function mountScriptAndFrame(app: FastifyInstance) {
  const script = joinScript()
  const files = {
    ...Object.fromEntries(frameFiles.map((name) => [name, readFrameFile(name)])),
    'ask-provider.js': readScriptFile('ask-provider.js'),
  }

  // The addresses of the real one: `/v3`, and one for each release.
  for (const address of ['/stripe.js', '/:release/stripe.js', '/v3']) {
    app.get(address, (_request, reply) => {
      // Pages that let in only resources made for them may load it too.
      return sendText(reply.header('cross-origin-resource-policy', 'cross-origin'), 'text/javascript', script)
    })
  }

  app.get('/payment-element/frame', (_request, reply) => {
    return sendText(reply.header('content-security-policy', framePolicy), 'text/html', markupOf(framePage))
  })

  for (const [name, text] of Object.entries(files)) {
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    app.get(`/payment-element/${name}`, (_request, reply) => sendText(reply, type, text))
  }
}

const frameFiles = ['frame.css', 'frame.js', 'fields.js', 'card-number.js', 'expiry.js', 'appearance.js']

// Every shop that runs beside a sandbox may frame it: which one that is, it cannot know, and no real card is typed here.
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'font-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors http: https:',
].join('; ')
