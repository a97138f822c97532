import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { accountAdminRoutes } from './accounts/admin-routes.ts'
import { googleRoutes } from './accounts/google-routes.ts'
import { knowUsers } from './accounts/request-user.ts'
import { accountRoutes } from './accounts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { auditRoutes } from './audit/admin-routes.ts'
import { cartForms } from './cart/form-routes.ts'
import { cartRoutes } from './cart/routes.ts'
import { catalogAdminRoutes } from './catalog/admin-routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { Config } from './config.ts'
import { contactRoutes } from './contact/routes.ts'
import { favoriteRoutes } from './favorites/routes.ts'
import { uploadRoutes } from './images/admin-routes.ts'
import { imageRoutes } from './images/routes.ts'
import { newsletterAdminRoutes } from './newsletter/admin-routes.ts'
import { newsletterForms, oneClickUnsubscribe } from './newsletter/form-routes.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { orderAdminRoutes } from './orders/admin-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { servePages } from './pages/pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { paymentAdminRoutes } from './payments/admin-routes.ts'
import { webhookRoutes } from './payments/routes.ts'
import { answerErrors, unknownAddress } from './platform/http/errors.ts'
import { securityHeaders } from './platform/http/headers.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { acceptFiles } from './platform/http/mount.ts'
import { serveOpenApi } from './platform/http/openapi.ts'
import { randomId } from './platform/ids.ts'
import { returnAdminRoutes } from './returns/admin-routes.ts'
import { returnRoutes } from './returns/routes.ts'
import { reviewAdminRoutes } from './reviews/admin-routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import type { Shop } from './shop.ts'

const BODY_LIMIT = 256 * 1024
const REQUEST_TIMEOUT_MS = 30_000

/** Table of contents: the platform's plugins in order, then one line per slice. */
export async function buildApp(shop: Shop): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: shop.log as FastifyBaseLogger,
    genReqId: randomId,
    trustProxy: trusted(shop.config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  })
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })

  knowUsers(app, shop)

  answerErrors(app)
  acceptFiles(app)
  await securityHeaders(app, shop.config)
  await app.register(cookie)
  await app.register(etag, { weak: true })
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 })
  serveHealth(app, shop.db, () => isStopping)
  serveMetrics(app, () => shop.jobs.waiting())
  await serveOpenApi(app, endpoints, shop.config.publicUrl)

  await pageRoutes(app, shop)
  imageRoutes(app, shop)
  uploadRoutes(app, shop)
  catalogRoutes(app, shop)
  catalogAdminRoutes(app, shop)
  cartRoutes(app, shop)
  await cartForms(app, shop)
  favoriteRoutes(app, shop)
  reviewRoutes(app, shop)
  reviewAdminRoutes(app, shop)
  orderRoutes(app, shop)
  orderAdminRoutes(app, shop)
  await webhookRoutes(app, shop)
  paymentAdminRoutes(app, shop)
  checkoutRoutes(app, shop)
  returnRoutes(app, shop)
  returnAdminRoutes(app, shop)
  accountRoutes(app, shop)
  accountAdminRoutes(app, shop)
  auditRoutes(app, shop)
  adminRoutes(app, shop)
  await googleRoutes(app, shop)
  newsletterRoutes(app, shop)
  newsletterAdminRoutes(app, shop)
  await newsletterForms(app, shop)
  await oneClickUnsubscribe(app, shop)
  await contactRoutes(app, shop)

  app.all('/api/*', unknownAddress)
  await servePages(app, shop)
  return app
}

/** So many hops in front of us are believed; Fastify takes the count as a function. */
function trusted(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
