import { accountEndpoints } from './accounts/api.ts'
import { customerEndpoints } from './accounts/customers.ts'
import { googleEndpoints } from './accounts/google.ts'
import { invitationEndpoints } from './accounts/invitations.ts'
import { mailedLinkEndpoints } from './accounts/mailed-links.ts'
import { myDataEndpoints } from './accounts/my-data.ts'
import { passkeyEndpoints } from './accounts/passkeys.ts'
import { proofEndpoints, secondFactorEndpoints } from './accounts/second-factor.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { userEndpoints } from './accounts/users.ts'
import { addressBookEndpoints } from './address-book/api.ts'
import { addressEndpoints } from './addresses/api.ts'
import { adminEndpoints } from './admin/api.ts'
import { goingLiveEndpoints } from './admin/going-live.ts'
import { agentEndpoints } from './agents/api.ts'
import { auditEndpoints } from './audit/api.ts'
import { backInStockEndpoints } from './back-in-stock/api.ts'
import { browserErrorEndpoints } from './browser-errors/api.ts'
import { cartEndpoints } from './cart/api.ts'
import { adminCategoryEndpoints } from './catalog/admin-categories.ts'
import { adminProductEndpoints } from './catalog/admin-products.ts'
import { catalogEndpoints } from './catalog/api.ts'
import { bulkEditEndpoints } from './catalog/bulk-edit.ts'
import { productCsvEndpoints } from './catalog/product-csv.ts'
import { searchEndpoints } from './catalog/search.ts'
import { checkoutEndpoints } from './checkout/api.ts'
import { quoteEndpoints } from './checkout/quote-api.ts'
import { contactEndpoints } from './contact/api.ts'
import { favoriteEndpoints } from './favorites/api.ts'
import { imageEndpoints } from './images/uploads.ts'
import { newsletterEndpoints } from './newsletter/api.ts'
import { adminOrderEndpoints } from './orders/admin.ts'
import { orderEndpoints } from './orders/api.ts'
import { orderReviewEndpoints } from './orders/review.ts'
import { orderTransitionEndpoints } from './orders/transitions.ts'
import { pageEndpoints } from './pages/api.ts'
import { policyEndpoints } from './pages/policies.ts'
import { paymentEndpoints, reconciliationEndpoints } from './payments/api.ts'
import { pricingEndpoints } from './pricing/api.ts'
import { returnEndpoints } from './returns/api.ts'
import { adminReviewEndpoints, reviewEndpoints } from './reviews/api.ts'
import { settingsEndpoints } from './settings/api.ts'
import { mailEndpoints } from './settings/mail.ts'
import { previewEndpoints } from './settings/preview.ts'
import { shopInfoEndpoints } from './settings/shop-info.ts'
import { stockEndpoints } from './stock/api.ts'
import { syncEndpoints } from './sync/api.ts'
import { syncConflictEndpoints } from './sync/conflicts.ts'
import { webhookEndpoints } from './webhooks/api.ts'

/** Every endpoint of the shop. Exceptional behavior is a field of the endpoint (contract/http.ts). */
export const endpoints = [
  ...addressEndpoints,
  ...addressBookEndpoints,
  ...accountEndpoints,
  ...googleEndpoints,
  ...sessionEndpoints,
  ...mailedLinkEndpoints,
  ...myDataEndpoints,
  ...passkeyEndpoints,
  ...secondFactorEndpoints,
  ...userEndpoints,
  ...invitationEndpoints,
  ...customerEndpoints,
  ...proofEndpoints,
  ...adminEndpoints,
  ...agentEndpoints,
  ...auditEndpoints,
  ...backInStockEndpoints,
  ...browserErrorEndpoints,
  ...cartEndpoints,
  ...catalogEndpoints,
  ...searchEndpoints,
  ...adminProductEndpoints,
  ...bulkEditEndpoints,
  ...productCsvEndpoints,
  ...adminCategoryEndpoints,
  ...checkoutEndpoints,
  ...quoteEndpoints,
  ...contactEndpoints,
  ...favoriteEndpoints,
  ...imageEndpoints,
  ...newsletterEndpoints,
  ...orderEndpoints,
  ...orderTransitionEndpoints,
  ...adminOrderEndpoints,
  ...orderReviewEndpoints,
  ...pageEndpoints,
  ...policyEndpoints,
  ...reconciliationEndpoints,
  ...paymentEndpoints,
  ...pricingEndpoints,
  ...returnEndpoints,
  ...reviewEndpoints,
  ...adminReviewEndpoints,
  ...shopInfoEndpoints,
  ...settingsEndpoints,
  ...previewEndpoints,
  ...mailEndpoints,
  ...stockEndpoints,
  ...syncEndpoints,
  ...syncConflictEndpoints,
  ...webhookEndpoints,
  ...goingLiveEndpoints,
] as const

export type Endpoints = (typeof endpoints)[number]
