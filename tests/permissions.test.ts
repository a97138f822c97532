import { beforeAll, describe, expect, test } from 'vitest'
import type { LimitedRole } from '#contract/accounts/staff-roles.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Review } from '#contract/reviews/api.ts'
import { NO_WORDS } from '#contract/settings/email-texts.ts'
import { ApiError, type Name } from '../web/platform/api.ts'
import { addPasskey, createAuthenticator } from './support/authenticator.ts'
import * as fixtures from './support/fixtures.ts'
import { checkoutInput } from './support/purchase.ts'
import { anotherAdmin } from './support/second-factor.ts'
import { openTestShop, type TestShop } from './support/shop.ts'
import { BILLING } from './support/shopper-details.ts'
import type { Visitor } from './support/visitor.ts'

/**
 * The permissions (spec section 6) of every endpoint. An endpoint without a row fails the test. `customer` owns the
 * record in the row, and `other` is another customer.
 */
type Who = 'anonymous' | 'customer' | 'other' | 'admin'
type Row = {
  expected: Record<Who, number>
  /** The initials of the roles that may use an endpoint of the admin, besides owners: 'MFSR' are all. */
  roles?: string
  /** Creates the request body for each case. */
  input?: (cast: Cast) => object | Promise<object>
}
/** `actor` sends the request, and `customer` owns the record. */
type Cast = { actor: Visitor; customer: fixtures.Customer }

const WHO: Who[] = ['anonymous', 'customer', 'other', 'admin']

const everyone = (status: number) => ({ anonymous: status, customer: status, other: status, admin: status })
const signedIn = (status: number) => ({ ...everyone(status), anonymous: 401 })
const ownerAndAdmin = (status: number) => ({ ...signedIn(status), other: 403 })
/** Requests for private data return 404 to other users, including admins. */
const ownerOnly = (status: number) => ({ ...signedIn(404), customer: status })
/** @param roles initials of the roles that may use it, besides owners */
const admins = (status: number, roles: string): Row => ({
  expected: { anonymous: 401, customer: 403, other: 403, admin: status },
  roles,
})
const ROLES = { manager: 'M', fulfillment: 'F', support: 'S', 'read-only': 'R' } as const

const TABLE: Record<Name, Row> = {
  'GET /api/shop': { expected: everyone(200) },
  'GET /api/business': { expected: everyone(200) },
  'GET /api/shipping/countries': { expected: everyone(200) },
  'GET /api/shipping/rates': { expected: everyone(200) },
  'GET /api/products/:slugOrId/shipping': {
    expected: everyone(200),
    input: () => ({ slugOrId: 'halo-desk-lamp', country: 'CA' }),
  },
  'GET /api/products/:slugOrId/shipping-details': {
    expected: everyone(200),
    input: () => ({ slugOrId: 'halo-desk-lamp' }),
  },
  'GET /api/address-formats/:country': { expected: everyone(200), input: () => ({ country: 'AT' }) },
  'GET /api/admin/regions/:country': { ...admins(200, 'MFSR'), input: () => ({ country: 'CA' }) },
  'GET /api/products': { expected: everyone(200) },
  'GET /api/search/filters': { expected: everyone(200) },
  'GET /api/search/suggestions': { expected: everyone(200), input: () => ({ q: 'lamp' }) },
  'GET /api/products/:slugOrId': {
    expected: everyone(200),
    input: () => ({ slugOrId: 'halo-desk-lamp' }),
  },
  'GET /api/products/:slugOrId/variants': {
    expected: everyone(200),
    input: () => ({ slugOrId: 'halo-desk-lamp' }),
  },
  'GET /api/categories': { expected: everyone(200) },

  'GET /api/cart': { expected: everyone(200) },
  'POST /api/cart': { expected: everyone(200), input: aCartItem },
  'PATCH /api/cart/:itemId': {
    expected: everyone(200),
    input: async ({ actor }) => ({ itemId: await inTheCartOf(actor), quantity: 2 }),
  },
  'DELETE /api/cart/:itemId': {
    expected: everyone(200),
    input: async ({ actor }) => ({ itemId: await inTheCartOf(actor) }),
  },
  'DELETE /api/cart': { expected: everyone(200) },
  'POST /api/agent-carts/preview': { expected: everyone(400), input: () => ({ code: 'unknown' }) },
  'POST /api/agent-carts/quote': { expected: everyone(400), input: () => ({ code: 'unknown' }) },
  'POST /api/agent-carts': { expected: everyone(400), input: () => ({ code: 'unknown' }) },

  'POST /api/auth/register': { expected: everyone(201), input: aRegistration },
  'POST /api/auth/login': {
    expected: everyone(200),
    input: ({ customer }) => ({ username: customer.user.username, password: customer.password }),
  },
  'POST /api/auth/take-sign-in': { expected: everyone(401) },
  'POST /api/google-auth': { expected: everyone(401) },
  'POST /api/auth/logout': { expected: everyone(200) },
  'GET /api/auth/user': { expected: everyone(200) },
  'POST /api/auth/verify-email': { expected: everyone(400), input: () => ({ token: 'unknown' }) },
  'POST /api/auth/read-link': { expected: everyone(400), input: () => ({ token: 'unknown' }) },
  'POST /api/auth/invitation': { expected: everyone(400), input: () => ({ token: 'unknown' }) },
  'POST /api/auth/invitation/accept': { expected: everyone(400), input: () => ({ token: 'unknown' }) },
  'POST /api/auth/email-change/undo': { expected: everyone(400), input: () => ({ token: 'unknown' }) },
  'POST /api/auth/email-change/confirm': {
    expected: signedIn(400),
    input: () => ({ email: 'new@example.com', password: 'not this one' }),
  },
  'POST /api/auth/guest-orders-link': { expected: signedIn(200) },
  'POST /api/auth/google/remove': { expected: signedIn(400), input: () => ({ password: 'not this one' }) },
  'POST /api/auth/passkey-proof/begin': { expected: signedIn(200) },
  'POST /api/auth/forgot-password': {
    expected: everyone(200),
    input: () => ({ email: `${aName()}@example.com` }),
  },
  'POST /api/auth/reset-password': {
    expected: everyone(400),
    input: () => ({ token: 'unknown', password: 'a new password' }),
  },
  'PATCH /api/auth/profile': { expected: signedIn(200), input: () => ({ fullName: 'Ada Lovelace' }) },
  'POST /api/auth/password': {
    expected: signedIn(400),
    input: () => ({ currentPassword: 'not this one', newPassword: 'a better password' }),
  },
  'POST /api/auth/resend-verification': { expected: signedIn(200) },
  'GET /api/auth/sessions': { expected: signedIn(200) },
  'DELETE /api/auth/sessions/:id': {
    expected: ownerOnly(200),
    input: async ({ customer }) => ({ id: (await customer.call('GET /api/auth/sessions'))[0]?.id }),
  },
  'POST /api/auth/sign-out-everywhere': { expected: signedIn(200) },
  'GET /api/auth/my-data': { expected: signedIn(200) },
  'POST /api/auth/delete-account': {
    expected: signedIn(400),
    input: () => ({ password: 'not this one' }),
  },
  'GET /api/auth/safety': { expected: signedIn(200) },
  'POST /api/auth/passkeys/begin': {
    expected: { anonymous: 401, customer: 200, other: 200, admin: 200 },
    input: ({ actor }) => ({ password: 'password' in actor ? actor.password : undefined }),
  },
  'POST /api/auth/passkeys': { expected: signedIn(400), input: () => ({ credential: ATTESTATION }) },
  'PATCH /api/auth/passkeys/:id': {
    expected: ownerOnly(200),
    input: async ({ customer }) => ({ id: await aPasskeyOf(customer), name: 'Key ring' }),
  },
  'POST /api/auth/passkeys/:id/remove': {
    expected: ownerOnly(200),
    input: async ({ actor, customer }) => ({
      id: await aPasskeyOf(customer),
      password: 'password' in actor ? actor.password : undefined,
    }),
  },
  'POST /api/auth/passkey-sign-in/begin': { expected: everyone(200) },
  'POST /api/auth/proof': { expected: signedIn(400), input: () => ({ password: 'not this one' }) },
  'POST /api/auth/passkey-sign-in': { expected: everyone(401), input: () => ({ credential: ASSERTION }) },
  'POST /api/auth/sign-in-code': {
    expected: everyone(401),
    input: () => ({ step: 'unknown', code: '123456' }),
  },
  'POST /api/auth/second-factor': {
    ...admins(400, 'MFSR'),
    input: () => ({ password: 'not this one' }),
  },
  'POST /api/auth/second-factor/confirm': { ...admins(409, 'MFSR'), input: () => ({ code: '123456' }) },
  'POST /api/auth/second-factor/off': {
    expected: signedIn(400),
    input: () => ({ password: 'not this one', code: '123456' }),
  },

  'GET /api/addresses': { expected: signedIn(200) },
  'POST /api/addresses': { expected: signedIn(200), input: () => ({ address: BILLING }) },
  'PUT /api/addresses/:id': { expected: signedIn(404), input: () => ({ id: 999_999, address: BILLING }) },
  'DELETE /api/addresses/:id': { expected: signedIn(200), input: () => ({ id: 999_999 }) },

  'GET /api/favorites': { expected: signedIn(200) },
  'POST /api/favorites': { expected: signedIn(200), input: aProductId },
  'DELETE /api/favorites/:productId': { expected: signedIn(200), input: aProductId },

  'GET /api/reviews/product/:productId': { expected: everyone(200), input: aProductId },
  'POST /api/reviews': {
    expected: signedIn(201),
    input: async () => ({ ...(await aProductId()), ...REVIEW }),
  },
  'PATCH /api/reviews/:id': {
    expected: ownerAndAdmin(200),
    input: async ({ customer }) => ({ id: (await aReviewOf(customer)).id, title: 'Edited' }),
  },
  'DELETE /api/reviews/:id': {
    expected: ownerAndAdmin(200),
    input: async ({ customer }) => ({ id: (await aReviewOf(customer)).id }),
  },

  'GET /api/admin/reviews': admins(200, 'MSR'),
  'GET /api/admin/mail': admins(200, 'MR'),
  'POST /api/admin/reviews/:id/publish': { ...admins(404, 'MS'), input: () => ({ id: 999_999 }) },
  'PATCH /api/admin/reviews/:id/reply': {
    ...admins(200, 'MS'),
    input: async ({ customer }) => ({ id: (await aReviewOf(customer)).id, text: 'Thank you!' }),
  },

  'GET /api/checkout': { expected: everyone(200) },
  'POST /api/create-payment-intent': {
    expected: everyone(200),
    input: async ({ actor }) => {
      await inTheCartOf(actor)
      return checkoutInput(actor)
    },
  },
  // Works only in a shop that is registered for VAT.
  'POST /api/checkout/vat-number': { expected: everyone(404), input: () => ({ vatId: 'FR40303265045' }) },
  'POST /api/quote': { expected: everyone(200) },
  'POST /api/payment-outcome': {
    expected: everyone(404),
    input: () => ({ clientSecret: 'pi_1_secret_2' }),
  },
  'GET /api/orders': { expected: signedIn(200) },
  'GET /api/orders/track': { expected: everyone(404), input: anUnknownOrder },
  'POST /api/orders/track': { expected: everyone(404), input: anUnknownOrder },
  'POST /api/orders/:orderId/claim': { expected: signedIn(404), input: anUnknownOrder },
  'POST /api/orders/:orderId/cancel': { expected: everyone(404), input: anUnknownOrder },
  'POST /api/orders/:orderId/returns': {
    expected: everyone(404),
    input: () => ({ ...anUnknownOrder(), items: [{ itemId: 1, quantity: 1 }] }),
  },
  'GET /api/admin/orders': admins(200, 'MFSR'),
  'GET /api/admin/taxes': { ...admins(200, 'MR'), input: () => ({ from: '2026-10-01', to: '2026-10-31' }) },
  'GET /api/admin/taxes/export': {
    ...admins(200, 'M'),
    input: () => ({ from: '2026-10-01', to: '2026-10-31' }),
  },
  'GET /api/admin/taxes/oss': { ...admins(200, 'M'), input: () => ({ quarter: '2026-Q4' }) },
  'GET /api/admin/orders/counts': admins(200, 'MFSR'),
  'GET /api/admin/orders/export': admins(200, 'MFS'),
  'GET /api/admin/orders/:orderId': { ...admins(404, 'MFSR'), input: anUnknownOrder },
  'POST /api/admin/orders/:orderId/cancel': {
    ...admins(404, 'M'),
    input: () => ({ ...anUnknownOrder(), restock: true, reason: 'Damaged' }),
  },
  'POST /api/admin/orders/:orderId/release': { ...admins(404, 'MFS'), input: anUnknownOrder },
  'POST /api/admin/orders/:orderId/refunds': {
    ...admins(404, 'M'),
    input: () => ({ ...anUnknownOrder(), amount: '1.00', seenRefunded: '0.00', reason: 'A scratch' }),
  },
  'POST /api/admin/orders/:orderId/refunds/preview': {
    ...admins(404, 'M'),
    input: () => ({ ...anUnknownOrder(), amount: '1.00' }),
  },
  'POST /api/admin/refunds/:id/retry': { ...admins(404, 'M'), input: () => ({ id: 999_999 }) },
  'POST /api/admin/orders/:orderId/notes': {
    ...admins(404, 'MFS'),
    input: () => ({ ...anUnknownOrder(), text: 'Call first' }),
  },
  'POST /api/admin/orders/:orderId/review': {
    ...admins(404, 'MFS'),
    input: () => ({ ...anUnknownOrder(), reason: 'Odd address' }),
  },
  'POST /api/admin/orders/:orderId/approve': { ...admins(404, 'MFS'), input: anUnknownOrder },
  'GET /api/admin/disputes/:id/evidence': { ...admins(404, 'MSR'), input: () => ({ id: 'dp_unknown' }) },
  'POST /api/admin/disputes/:id/evidence': {
    ...admins(404, 'MS'),
    input: () => ({
      id: 'dp_unknown',
      evidence: {
        customerName: '',
        customerEmail: '',
        billingAddress: '',
        shippingAddress: '',
        shippingCarrier: '',
        shippingTrackingNumber: '',
        shippingDate: '',
        productDescription: '',
        refundPolicy: '',
        timeline: '',
      },
    }),
  },
  'POST /api/admin/disputes/:id/files': {
    ...admins(404, 'MS'),
    input: () => ({
      id: 'dp_unknown',
      kind: 'receipt',
      name: 'a.pdf',
      file: new TextEncoder().encode('%PDF-'),
    }),
  },
  'DELETE /api/admin/disputes/:id/files/:kind': {
    ...admins(404, 'MS'),
    input: () => ({ id: 'dp_unknown', kind: 'receipt' }),
  },
  'POST /api/admin/orders/:orderId/ship': {
    ...admins(404, 'MF'),
    input: () => ({ ...anUnknownOrder(), carrier: 'UPS' }),
  },
  'POST /api/admin/orders/ship': {
    ...admins(200, 'MF'),
    input: () => ({ carrier: 'UPS', orders: [anUnknownOrder()] }),
  },
  'PUT /api/admin/orders/:orderId/parcel': {
    ...admins(404, 'MF'),
    input: () => ({ ...anUnknownOrder(), carrier: 'UPS' }),
  },
  'POST /api/admin/orders/:orderId/deliver': { ...admins(404, 'MF'), input: anUnknownOrder },
  'GET /api/admin/returns': admins(200, 'MFSR'),
  'POST /api/admin/returns/:id/accept': {
    ...admins(404, 'M'),
    input: () => ({ id: 999_999, refund: '1.00', restock: true }),
  },
  'POST /api/admin/returns/:id/preview': {
    ...admins(404, 'M'),
    input: () => ({ id: 999_999, refund: '1.00' }),
  },
  'POST /api/admin/returns/:id/refuse': {
    ...admins(404, 'MS'),
    input: () => ({ id: 999_999, reason: 'Too worn' }),
  },
  'POST /api/newsletter': {
    expected: everyone(200),
    input: () => ({ email: `${aName()}@example.com` }),
  },
  'POST /api/newsletter/confirm': { expected: everyone(400), input: () => ({ token: 'unknown' }) },
  'POST /api/newsletter/unsubscribe': { expected: everyone(200), input: () => ({ token: 'unknown' }) },
  'GET /api/admin/newsletter': admins(200, 'MSR'),
  'GET /api/admin/newsletter/export': admins(200, 'M'),
  'GET /api/back-in-stock': { expected: everyone(200) },
  'POST /api/back-in-stock': {
    expected: everyone(409),
    input: async () => ({ variantId: await aVariantInStock(), email: `${aName()}@example.com` }),
  },
  'POST /api/back-in-stock/confirm': { expected: everyone(400), input: () => ({ token: 'unknown' }) },
  'POST /api/back-in-stock/unsubscribe': { expected: everyone(200), input: () => ({ token: 'unknown' }) },
  'GET /api/admin/back-in-stock': admins(200, 'MFSR'),
  'DELETE /api/admin/back-in-stock/:variantId': {
    ...admins(404, 'M'),
    input: () => ({ variantId: 999_999 }),
  },
  'POST /api/contact': {
    expected: everyone(200),
    input: () => ({ name: 'Ada', email: `${aName()}@example.com`, message: 'Where is my lamp?' }),
  },
  'POST /api/browser-errors': {
    expected: everyone(202),
    input: () => ({ message: 'TypeError: x is not a function', page: '/' }),
  },

  'GET /api/admin/customers': admins(200, 'MSR'),
  'GET /api/admin/customers/export': admins(200, 'MS'),
  'GET /api/admin/customers/:id': {
    ...admins(200, 'MSR'),
    input: ({ customer }) => ({ id: String(customer.user.id) }),
  },
  'PUT /api/admin/customers/:id/note': {
    ...admins(200, 'MS'),
    input: ({ customer }) => ({ id: String(customer.user.id), note: '', seen: '' }),
  },
  'PUT /api/admin/mail/server': {
    ...admins(400, ''),
    input: () => ({ host: 'mail.example', port: 587, encryption: 'starttls', from: 'owner@example.com' }),
  },
  'DELETE /api/admin/mail/server': admins(200, ''),
  'POST /api/admin/mail/tests': { ...admins(201, 'M'), input: () => ({ to: 'owner@example.com' }) },
  'GET /api/admin/mail/tests/:id': { ...admins(404, 'MR'), input: () => ({ id: 'unknown' }) },
  'GET /api/admin/permissions': admins(200, 'MFSR'),
  'GET /api/admin/users': admins(200, ''),
  'GET /api/admin/staff-invitations': admins(200, ''),
  'POST /api/admin/staff-invitations': {
    ...admins(201, ''),
    input: () => ({ email: `${aName()}@example.com`, staffRole: 'support' }),
  },
  'POST /api/admin/staff-invitations/:id/resend': { ...admins(404, ''), input: () => ({ id: 999_999 }) },
  'DELETE /api/admin/staff-invitations/:id': { ...admins(404, ''), input: () => ({ id: 999_999 }) },
  'GET /api/admin/users/:id': { ...admins(200, 'MSR'), input: ({ customer }) => ({ id: customer.user.id }) },
  'PATCH /api/admin/users/:id': {
    ...admins(200, 'MS'),
    input: async () => ({ id: (await fixtures.aCustomer(shop)).user.id, isBlocked: true }),
  },
  'DELETE /api/admin/users/:id/second-factor': {
    ...admins(409, ''),
    input: ({ customer }) => ({ id: customer.user.id }),
  },
  'GET /api/admin/products': admins(200, 'MFSR'),
  'GET /api/admin/products/:id': { ...admins(200, 'MFSR'), input: aRow },
  'GET /api/admin/products/:id/synced-fields': { ...admins(200, 'MFSR'), input: aRow },
  'POST /api/admin/products': { ...admins(201, 'M'), input: () => ({ ...PRODUCT }) },
  'PATCH /api/admin/products/:id': {
    ...admins(200, 'MF'),
    input: async () => ({ ...(await aRow()), inStock: true }),
  },
  'PUT /api/admin/products/:id/variants': {
    ...admins(200, 'M'),
    input: async () => ({ ...(await aRow()), options: [], variants: [{ optionValues: [] }] }),
  },
  'DELETE /api/admin/products/:id': { ...admins(200, 'M'), input: aRow },
  'POST /api/admin/products/:id/restore': { ...admins(404, 'M'), input: aRow },
  'POST /api/admin/products/bulk-edit': {
    ...admins(200, 'M'),
    input: async () => {
      const { id } = await aRow()
      return { products: [{ id, version: 1 }], changes: { isNew: true } }
    },
  },
  'POST /api/admin/products/bulk-edit/preview': {
    ...admins(200, 'M'),
    input: async () => ({ choice: { ids: [(await aRow()).id] }, changes: { pricePercent: -10 } }),
  },
  'POST /api/admin/products/bulk': {
    ...admins(200, 'M'),
    input: async () => ({ choice: { ids: [(await aRow()).id] }, action: 'archive' }),
  },
  'POST /api/admin/products/import': { ...admins(200, 'M'), input: () => ({ file: Buffer.from('id') }) },
  'GET /api/admin/products/export': admins(200, 'MF'),
  'GET /api/admin/categories': admins(200, 'MFSR'),
  'GET /api/admin/categories/:id': { ...admins(200, 'MFSR'), input: () => ({ id: 1 }) },
  'POST /api/admin/categories': { ...admins(201, 'M'), input: aCategory },
  'PATCH /api/admin/categories/:id': {
    ...admins(200, 'M'),
    input: () => ({ id: 1, description: 'For the desk.' }),
  },
  'DELETE /api/admin/categories/:id': { ...admins(409, 'M'), input: () => ({ id: 1 }) },
  'POST /api/admin/images': {
    ...admins(400, 'M'),
    input: () => ({ name: 'a.png', file: Buffer.from('no image') }),
  },
  'GET /api/admin/icons': admins(200, 'MFSR'),
  'GET /api/admin/audit': admins(200, 'MR'),
  'GET /api/admin/audit/facets': admins(200, 'MR'),
  'GET /api/admin/audit/integrity': admins(200, 'MR'),
  'GET /api/admin/audit/:id/undo': { ...admins(404, 'MR'), input: () => ({ id: 999_999 }) },
  'POST /api/admin/audit/:id/undo': { ...admins(404, 'M'), input: () => ({ id: 999_999 }) },
  'GET /api/admin/going-live': admins(200, 'MR'),
  'GET /api/admin/counts': admins(200, 'MFSR'),
  'GET /api/admin/tasks': admins(200, 'MFSR'),
  'GET /api/admin/dashboard': admins(200, 'MR'),
  'GET /api/admin/integrity': admins(200, 'MR'),
  'POST /api/admin/integrity/run': admins(202, 'M'),

  'GET /api/sync-all': { ...admins(200, 'M'), input: afterJobs },
  'POST /api/admin/sync-runs': { ...admins(202, 'M'), input: afterJobs },
  'GET /api/admin/sync-runs': admins(200, 'MR'),
  'GET /api/admin/sync-runs/:id/changes': { ...admins(404, 'MR'), input: () => ({ id: 999_999 }) },
  'GET /api/admin/sync-runs/:id/events': { ...admins(404, 'MR'), input: () => ({ id: 999_999 }) },
  'GET /api/admin/sync-conflicts': admins(200, 'MR'),
  'POST /api/admin/sync-conflicts/:id': {
    ...admins(404, 'M'),
    input: () => ({ id: 999_999, choose: 'here' }),
  },
  'GET /api/admin/stock-journal': admins(200, 'MFR'),
  'POST /api/admin/stock-journal/:id': {
    ...admins(404, 'MF'),
    input: () => ({ id: 999_999, decision: 'retry' }),
  },
  'GET /api/admin/sync-owners': admins(200, 'MR'),
  'PUT /api/admin/sync-owners': { ...admins(200, 'M'), input: () => ({ here: [] }) },
  'POST /api/admin/sync-preview': admins(200, 'M'),
  'POST /api/admin/sync-runs/:id/undo': { ...admins(404, 'M'), input: () => ({ id: 999_999 }) },
  'GET /api/admin/sync-connection': admins(200, 'MR'),
  'PUT /api/admin/sync-connection': {
    ...admins(400, ''),
    input: () => ({ storeUrl: 'https://elsewhere.example', apiKey: 'key', accessToken: 'token' }),
  },
  'DELETE /api/admin/sync-connection': admins(200, ''),
  'PUT /api/admin/sync-schedule': { ...admins(200, 'M'), input: () => ({ scheduleMinutes: null }) },
  'GET /api/admin/payment-provider': admins(200, 'MR'),
  'GET /api/admin/tax-provider': admins(200, 'MR'),
  'PUT /api/admin/payment-provider/keys': {
    ...admins(400, ''),
    input: () => ({ secretKey: 'no key', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }),
  },
  'DELETE /api/admin/payment-provider/keys': admins(200, ''),
  'POST /api/admin/payment-provider/test-event': admins(202, ''),
  'GET /api/admin/webhooks': admins(200, 'MR'),
  'POST /api/admin/webhooks': {
    ...admins(400, ''),
    input: () => ({ url: 'http://127.0.0.1/', topics: ['order.paid'] }),
  },
  'PATCH /api/admin/webhooks/:id': { ...admins(404, ''), input: () => ({ id: 999_999 }) },
  'DELETE /api/admin/webhooks/:id': { ...admins(404, ''), input: () => ({ id: 999_999 }) },
  'POST /api/admin/webhooks/:id/secret': { ...admins(404, ''), input: () => ({ id: 999_999 }) },
  'POST /api/admin/webhooks/:id/test': { ...admins(404, 'M'), input: () => ({ id: 999_999 }) },
  'GET /api/admin/webhook-deliveries': admins(200, 'MR'),
  'GET /api/admin/webhook-deliveries/:id': { ...admins(404, 'MR'), input: () => ({ id: 999_999 }) },
  'POST /api/admin/webhook-deliveries/:id/resend': {
    ...admins(404, 'M'),
    input: () => ({ id: 999_999 }),
  },
  'GET /api/pages/:name': { expected: everyone(404), input: () => ({ name: 'imprint' }) },
  'GET /api/policies': { expected: everyone(200), input: () => ({ at: '2026-10-01T12:00:00Z' }) },
  'GET /api/policies/:name/versions/:version': {
    expected: everyone(404),
    input: () => ({ name: 'terms-conditions', version: 1 }),
  },
  'GET /api/admin/pages': admins(200, 'MR'),
  'GET /api/admin/pages/:name': { ...admins(200, 'MR'), input: () => ({ name: 'about' }) },
  'PUT /api/admin/pages/:name': {
    ...admins(409, 'M'),
    input: () => ({
      name: 'about',
      version: 9,
      title: 'About Us',
      html: '<p>Desks.</p>',
      searchTitle: '',
      searchDescription: '',
      isPublished: true,
    }),
  },
  'POST /api/admin/pages/:name/original': {
    ...admins(409, 'M'),
    input: () => ({ name: 'about', version: 9 }),
  },
  'DELETE /api/admin/pages/:name': { ...admins(404, 'M'), input: () => ({ name: 'no-page', version: 1 }) },
  'GET /api/admin/pages/:name/versions': { ...admins(200, 'MR'), input: () => ({ name: 'about' }) },
  'GET /api/admin/pages/:name/versions/:version': {
    ...admins(404, 'MR'),
    input: () => ({ name: 'about', version: 9 }),
  },
  'GET /api/admin/settings': admins(200, 'MR'),
  'PATCH /api/admin/settings': { ...admins(200, 'M'), input: () => ({ pageSize: 6 }) },
  'POST /api/admin/mail/preview': {
    ...admins(200, 'MR'),
    input: () => ({ kind: 'placed', words: NO_WORDS }),
  },
  'POST /api/admin/mail/samples': {
    ...admins(201, 'M'),
    input: () => ({ kind: 'placed', words: NO_WORDS, to: 'owner@example.com' }),
  },
  'POST /api/admin/settings/preview': admins(200, 'MR'),
  'POST /api/admin/demo-products/remove': admins(200, 'M'),
  'GET /api/admin/test-orders': admins(200, ''),
  'POST /api/admin/test-orders/remove': admins(409, ''),
}

const PRODUCT = {
  name: 'Slate Coaster',
  description: '<p>Stone.</p>',
  price: '12.00',
  categoryId: 1,
  image: 'https://pictures.example/coaster.jpg',
}

/** A signature from an unregistered device. */
const ATTESTATION = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}
const ASSERTION = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

const REVIEW = { rating: 4, title: 'Solid', comment: 'Stands where it is put.' }
let shop: TestShop
let shared: Record<Exclude<Who, 'anonymous'>, fixtures.Customer>
let staff: Record<LimitedRole, fixtures.Customer>
beforeAll(async () => {
  shop = await openTestShop()
  shared = {
    customer: await fixtures.aCustomer(shop),
    other: await fixtures.aCustomer(shop),
    admin: await anotherAdmin(shop),
  }
  staff = {
    manager: await anotherAdmin(shop, { staffRole: 'manager' }),
    fulfillment: await anotherAdmin(shop, { staffRole: 'fulfillment' }),
    support: await anotherAdmin(shop, { staffRole: 'support' }),
    'read-only': await anotherAdmin(shop, { staffRole: 'read-only' }),
  }
})

test('every endpoint has a row in the permissions table', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(TABLE).sort()).toEqual(names.sort())
})

describe.each(endpoints)('$method $path', ({ method, path, status }) => {
  const name = `${method} ${path}` as Name
  const row = TABLE[name]
  // These requests change no account or session of their sender.
  const sharesUsers = method === 'GET' || path.startsWith('/api/admin/')
  test.each(WHO)('%s', async (who) => {
    const { status: answered } = await call(name, status, sharesUsers ? sharedCast(who) : await newCast(who))
    expect(answered).toBe(row.expected[who])
  })
})

const ofTheAdmin = endpoints.filter(({ access }) => access === 'admin')
const LIMITED = Object.keys(ROLES) as LimitedRole[]

describe.each(ofTheAdmin)('$method $path, by members of the staff', ({ method, path, status }) => {
  const name = `${method} ${path}` as Name
  const { expected, roles = '' } = TABLE[name]
  test.each(LIMITED)('%s', async (role) => {
    const answer = await call(name, status, { customer: shared.customer, actor: staff[role] })
    const isAllowed = roles.includes(ROLES[role])
    expect(answer).toEqual(isAllowed ? { status: expected.admin } : { status: 403, code: 'role_not_allowed' })
  })
})

test.each(LIMITED)('pages show a member of the staff with the role %s only what it may do', async (role) => {
  const permissions = await staff[role].call('GET /api/admin/permissions')
  const allowed = ofTheAdmin
    .map(({ method, path }) => `${method} ${path}` as Name)
    .filter((name) => TABLE[name].roles?.includes(ROLES[role]))
  expect(permissions.staffRole).toBe(role)
  expect(permissions.endpoints).toEqual(allowed)
})

test('a rejection says who may do it', async () => {
  const rejected = (role: LimitedRole, name: string, input: object) =>
    staff[role].call(name as 'GET /api/admin/users', input).then(
      () => 'nothing',
      (error: unknown) => (error instanceof ApiError ? error.serverMessage : Promise.reject(error)),
    )
  const refund = 'POST /api/admin/orders/:orderId/refunds'
  expect(await rejected('support', refund, anUnknownOrder())).toBe('Only owners and managers can do this.')
  expect(await rejected('manager', 'GET /api/admin/users', {})).toBe('Only owners can do this.')
  expect(await rejected('read-only', 'GET /api/admin/orders/export', {})).toBe(
    'Only owners, managers, fulfillment staff, and support staff can do this.',
  )
})

test('roles with less send only some fields', async () => {
  const { manager, fulfillment, support } = staff
  const settings = { refundProofAbove: '9.00', pageSize: 6 }
  await expect(manager.call('PATCH /api/admin/settings', settings)).rejects.toMatchObject({
    status: 403,
    serverMessage: 'Only owners can change refund limit.',
  })
  const row = await aRow()
  await fulfillment.call('PATCH /api/admin/products/:id', { ...row, stockQuantity: 4 })
  await expect(
    fulfillment.call('PATCH /api/admin/products/:id', { ...row, stockQuantity: 4, price: '1.00' }),
  ).rejects.toMatchObject({ status: 403, serverMessage: 'Only owners and managers can change price.' })
  const product = await fixtures.aProductInColors(shop, { Gray: 1 })
  const [{ id: variantId = 0 } = {}] = product.variants ?? []
  await fulfillment.call('PATCH /api/admin/products/:id', {
    id: product.id,
    variantStock: { id: variantId, stockQuantity: 4 },
  })
  const { id } = shared.other.user
  await expect(support.call('PATCH /api/admin/users/:id', { id, role: 'admin' })).rejects.toMatchObject({
    status: 403,
    serverMessage: 'Only owners can change role.',
  })
})

/** Calls the endpoint with the input of its row. @returns the response's status, and the code of a rejection by role */
async function call(name: Name, status: number, cast: Cast) {
  const { input } = TABLE[name]
  const sent = input ? await input(cast) : {}
  return cast.actor.callForText(name as 'GET /api/products', sent).then(
    () => ({ status }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      const { status, code } = error
      return code === 'role_not_allowed' ? { status, code } : { status }
    },
  )
}

function sharedCast(who: Who): Cast {
  return { customer: shared.customer, actor: who === 'anonymous' ? shop.visitor() : shared[who] }
}

async function newCast(who: Who): Promise<Cast> {
  const customer = await fixtures.aCustomer(shop)
  if (who === 'anonymous') return { customer, actor: shop.visitor() }
  if (who === 'customer') return { customer, actor: customer }
  return { customer, actor: await (who === 'admin' ? fixtures.anAdmin(shop) : fixtures.aCustomer(shop)) }
}

/** Lets a sync that waits or runs end, because a second one is rejected. */
async function afterJobs() {
  await shop.runJobs()
  return {}
}

function aName(): string {
  return `name-${crypto.randomUUID().slice(0, 8)}`
}

function aRegistration() {
  const username = aName()
  return { username, email: `${username}@example.com`, password: 'a password' }
}

async function aRow() {
  return { id: (await fixtures.aProduct(shop)).id }
}

function aCategory() {
  const name = aName()
  return { name, slug: name, description: 'For the desk.' }
}

async function aProductId() {
  return { productId: (await fixtures.aProduct(shop)).id }
}

async function aVariantInStock() {
  return (await fixtures.aProductInColors(shop, { Gray: 1 })).id
}

async function aCartItem() {
  return { ...(await aProductId()), quantity: 1 }
}

function anUnknownOrder() {
  return { orderId: 'PL-0000-0000', email: 'nobody@example.com' }
}

async function inTheCartOf(actor: Visitor): Promise<number> {
  const [item] = await actor.call('POST /api/cart', await aCartItem())
  return item?.id ?? 0
}

async function aPasskeyOf(customer: fixtures.Customer): Promise<number> {
  const { passkeys } = await addPasskey(customer, createAuthenticator())
  return passkeys.at(-1)?.id ?? 0
}

async function aReviewOf(customer: fixtures.Customer): Promise<Review> {
  return customer.call('POST /api/reviews', { ...(await aProductId()), ...REVIEW })
}
