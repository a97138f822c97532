import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** Disabled even for our own pages, which use none of them. Features that aren't listed stay limited to our own pages. */
const UNUSED = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb']

/** Sets security headers (contract section 9). The payment provider's origins are the only foreign ones. */
export async function securityHeaders(app: FastifyInstance, config: Config) {
  const isHttps = config.publicUrl.startsWith('https:')
  const provider = config.sandbox
    ? { script: [config.sandbox.url], frame: [config.sandbox.url], connect: [config.sandbox.url] }
    : STRIPE
  const dev = config.web === 'dev'
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        // Vite's dev client inserts scripts and styles into the page.
        'script-src': ["'self'", ...provider.script, ...(dev ? ["'unsafe-inline'"] : [])],
        'style-src': ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
        'style-src-attr': ["'unsafe-inline'"],
        // The sandbox's test users have profile pictures.
        'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(config.sandbox ? [config.sandbox.url] : [])],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...provider.connect, ...(dev ? ['ws:'] : [])],
        'frame-src': ["'self'", ...provider.frame],
        'frame-ancestors': ["'self'"],
        'form-action': ["'self'"],
        'manifest-src': ["'self'"],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'sameorigin' },
  })
  // The provider's frame offers Apple Pay and Google Pay through the browser's Payment Request API.
  const permissions = [
    ...UNUSED.map((feature) => `${feature}=()`),
    `payment=(self ${provider.frame.map((origin) => `"${origin}"`).join(' ')})`,
  ].join(', ')
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissions)
  })
}
