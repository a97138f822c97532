import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { accountAdminRoutes } from './accounts/admin-routes.ts'
import { googleRoutes } from './accounts/google/routes.ts'
import { invitationRoutes } from './accounts/invitations/routes.ts'
import { passkeyRoutes } from './accounts/passkeys/routes.ts'
import { accountForms, accountRoutes } from './accounts/routes.ts'
import { secondFactorRoutes } from './accounts/second-factor/routes.ts'
import { recognizeUsers } from './accounts/sessions/request-user.ts'
import { addressBookRoutes } from './address-book/routes.ts'
import { addressRoutes } from './addresses/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { auditRoutes } from './audit/admin-routes.ts'
import { backInStockAdminRoutes, backInStockRoutes } from './back-in-stock/routes.ts'
import { cartForms, cartRoutes } from './cart/routes.ts'
import { catalogAdminRoutes, catalogRoutes } from './catalog/routes.ts'
import { catalogUndo } from './catalog/undo.ts'
import { checkoutAdminRoutes } from './checkout/admin-routes.ts'
import { quoteRoutes } from './checkout/quote-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { favoriteRoutes } from './favorites/routes.ts'
import { registerShopGauges } from './gauges.ts'
import { imageRoutes, uploadRoutes } from './images/routes.ts'
import { sizeOf } from './images/uploads.ts'
import { newsletterAdminRoutes, newsletterForms, newsletterRoutes } from './newsletter/routes.ts'
import { orderAdminRoutes, orderRoutes } from './orders/routes.ts'
import { cacheKeyOf } from './pages/cache-keys.ts'
import { servePages } from './pages/pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { textPageRoutes } from './pages/text-page-routes.ts'
import { paymentAdminRoutes, webhookRoutes } from './payments/routes.ts'
import { acceptBodies, BODY_MAX_BYTES } from './platform/http/bodies.ts'
import { logBrowserErrors } from './platform/http/browser-errors.ts'
import { clientInfoReader, trusted } from './platform/http/client-info.ts'
import {
  rejectMalformedRequest,
  rejectUnroutable,
  sendErrors,
  unknownAddress,
} from './platform/http/errors.ts'
import { createFairTurns, offerFairTurns } from './platform/http/fair-turns.ts'
import { checkHosts, hostCheck, rejectCrossSiteWrites } from './platform/http/guards.ts'
import { securityHeaders } from './platform/http/headers.ts'
import { drainBeforeStop, serveHealth } from './platform/http/health.ts'
import { requestIdOf } from './platform/http/in-process.ts'
import { createIpRateLimiter, enforceIpRateLimit } from './platform/http/ip-rate-limiter.ts'
import { openMetrics, serveMetrics } from './platform/http/metrics.ts'
import { serveOpenApi } from './platform/http/openapi.ts'
import { offerParts } from './platform/http/page-parts.ts'
import { enforceReadYourWrites } from './platform/http/read-your-writes.ts'
import { RequestLog, traceRequests } from './platform/http/request-log.ts'
import { createResponseCache } from './platform/http/response-cache.ts'
import { forRequest } from './platform/trace.ts'
import { pricingRoutes } from './pricing/routes.ts'
import { returnAdminRoutes, returnRoutes, withdrawalForms } from './returns/routes.ts'
import { reviewAdminRoutes, reviewRoutes } from './reviews/routes.ts'
import { settingsAdminRoutes } from './settings/admin-routes.ts'
import { settingsUndo } from './settings/admin-settings.ts'
import type { Shop } from './shop.ts'
import { syncAdminRoutes } from './sync/admin-routes.ts'
import { syncWebhookRoutes } from './sync/webhook-routes.ts'
import { webhookAdminRoutes } from './webhooks/admin-routes.ts'

const REQUEST_TIMEOUT_MS = 30_000
/** Timeout for a connection that neither sends nor reads. Imports may also be silent for a while. */
const SILENCE_MS = 300_000

/** Builds the app: the platform's plugins in order, then each module in one line. */
export async function buildApp(shop: Shop): Promise<FastifyInstance> {
  const { changes, config, log } = shop
  const metrics = openMetrics()
  const clientOf = clientInfoReader(config.trustProxy)
  const limiter = createIpRateLimiter(config.requestsPerMinute, config.trustProxy !== false)
  const checkHost = hostCheck(config)
  const fairTurns = createFairTurns()
  const responseCache = createResponseCache({
    changes,
    keyOf: cacheKeyOf,
    limiter,
    fairTurns,
    checkHost,
    metrics,
    log,
    clientOf,
  })
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: requestIdOf,
    serverFactory: responseCache.serverFactory,
    trustProxy: trusted(config.trustProxy),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    forceCloseConnections: 'idle',
    // Requests on connections that are still open during shutdown get a normal response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: rejectUnroutable,
    clientErrorHandler: rejectMalformedRequest,
  })
  const isStopping = drainBeforeStop(app, shop.config.drainSeconds)
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('preHandler', (request, _reply, done) => forRequest(request.id, done, request.network))

  if (config.tracesTo !== null) traceRequests(app, config.trustProxy !== false)
  // Registered first, so rejections by the plugins below also have the headers.
  await securityHeaders(app, shop.config)
  checkHosts(app, checkHost)
  enforceIpRateLimit(app, limiter)
  offerFairTurns(app, fairTurns)
  rejectCrossSiteWrites(app, shop.config.publicUrl)
  enforceReadYourWrites(app, changes, config.publicUrl.startsWith('https:'))
  recognizeUsers(app, shop)

  sendErrors(app)
  acceptBodies(app)
  offerParts(app)
  await app.register(cookie)
  await app.register(etag, { weak: true })
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 })
  serveHealth(app, shop.db, isStopping)
  serveMetrics(app, metrics, config)
  registerShopGauges(metrics.registry, shop)
  logBrowserErrors(app)
  serveOpenApi(app, endpoints, shop.config.publicUrl)

  await pageRoutes(app, shop)
  textPageRoutes(app, shop)
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
  addressRoutes(app)
  addressBookRoutes(app, shop)
  checkoutRoutes(app, shop)
  quoteRoutes(app, shop)
  pricingRoutes(app, shop)
  checkoutAdminRoutes(app, shop)
  returnRoutes(app, shop)
  await withdrawalForms(app, shop)
  returnAdminRoutes(app, shop)
  accountRoutes(app, shop)
  await accountForms(app, shop)
  passkeyRoutes(app, shop)
  secondFactorRoutes(app, shop)
  accountAdminRoutes(app, shop)
  invitationRoutes(app, shop)
  auditRoutes(app, shop, { ...catalogUndo, ...settingsUndo })
  settingsAdminRoutes(app, shop, sizeOf)
  adminRoutes(app, shop)
  await googleRoutes(app, shop)
  newsletterRoutes(app, shop)
  newsletterAdminRoutes(app, shop)
  await newsletterForms(app, shop)
  await backInStockRoutes(app, shop)
  backInStockAdminRoutes(app, shop)
  await contactRoutes(app, shop)
  syncAdminRoutes(app, shop)
  await syncWebhookRoutes(app, shop)
  webhookAdminRoutes(app, shop)
  agentRoutes(app, shop)

  app.all('/api/*', unknownAddress)
  await servePages(app, shop)
  // With the dev server, pages can change without a change in the database.
  if (config.web === 'built') responseCache.setApp(app)
  return app
}
