import { changePassword, changeProfile, getUser, login, logout, register } from './accounts.ts'
import { getShopCounts, listIcons } from './admin.ts'
import {
  changeCategory,
  createCategory,
  deleteCategory,
  getAdminCategory,
  listAdminCategories,
} from './admin-categories.ts'
import {
  addOrderNote,
  cancelPaidOrder,
  exportOrders,
  getAdminOrder,
  listAdminOrders,
  refundPart,
  releaseHold,
  retryRefund,
} from './admin-orders.ts'
import {
  changeProduct,
  createProduct,
  deleteProduct,
  getAdminProduct,
  listAdminProducts,
  restoreProduct,
} from './admin-products.ts'
import { listAllReviews, publishReview, replyToReview } from './admin-reviews.ts'
import { takeAgentCart } from './agents.ts'
import { checkAudit, listAudit, listAuditFacets, previewUndo, undoChange } from './audit.ts'
import { reportBrowserError } from './browser-errors.ts'
import { bulkEdit, previewBulkEdit } from './bulk-edit.ts'
import { addCartItem, changeCartItem, clearCart, listCartItems, removeCartItem } from './cart.ts'
import { getProduct, listCategories, listProducts, suggestProducts } from './catalog.ts'
import { createPaymentIntent, getCheckout, getPaymentOutcome } from './checkout.ts'
import { sendContactMessage } from './contact.ts'
import { getDashboard } from './dashboard.ts'
import { addFavorite, listFavorites, removeFavorite } from './favorites.ts'
import { googleAuth } from './google.ts'
import type { Endpoint } from './http.ts'
import { getIntegrity, runReconciliation } from './integrity.ts'
import { getMail } from './mail.ts'
import {
  confirmEmailChange,
  forgotPassword,
  readLink,
  requestGuestOrders,
  resendVerification,
  resetPassword,
  undoEmailChange,
  verifyEmail,
} from './mailed-links.ts'
import { deleteAccount, getMyData } from './my-data.ts'
import {
  confirmSubscription,
  exportSubscribers,
  listSubscribers,
  subscribe,
  unsubscribe,
} from './newsletter.ts'
import { cancelOrder, correctParcel, deliverOrder, shipOrder } from './order-moves.ts'
import { approveOrder, getEvidence, holdOrder, submitEvidence } from './order-review.ts'
import { claimOrder, listOrders, trackOrder, trackOrderByForm } from './orders.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  getSafety,
  removeGoogleLink,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts'
import { getPaymentProvider, sendTestEvent } from './payment-provider.ts'
import { exportProducts, importProducts } from './product-csv.ts'
import { giveProof } from './proof.ts'
import { acceptReturn, listReturns, refuseReturn, requestReturn } from './returns.ts'
import { deleteReview, editReview, listReviews, writeReview } from './reviews.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  resetSecondFactor,
  signInWithCode,
} from './second-factor.ts'
import { changeSettings, getSettings, getShopInfo } from './settings.ts'
import { endSignIn, listSignIns, signOutEverywhere } from './sign-ins.ts'
import {
  followSync,
  forgetSyncConnection,
  getSyncConnection,
  listSyncChanges,
  listSyncRuns,
  setSyncConnection,
  setSyncSchedule,
  startSync,
  syncAll,
} from './sync.ts'
import {
  getSyncOwners,
  listSyncConflicts,
  previewSync,
  setSyncOwners,
  settleSyncConflict,
  undoSync,
} from './sync-trust.ts'
import { uploadImage } from './uploads.ts'
import { changeUser, getListedUser, listUsers } from './users.ts'
import {
  addWebhook,
  changeWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.ts'

/** Every endpoint of the shop: feeds the OpenAPI document and the completeness test. */
export const endpoints = [
  getShopInfo,
  reportBrowserError,
  listProducts,
  getProduct,
  listCategories,
  suggestProducts,
  register,
  login,
  googleAuth,
  logout,
  getUser,
  changeProfile,
  changePassword,
  listSignIns,
  endSignIn,
  signOutEverywhere,
  readLink,
  verifyEmail,
  resendVerification,
  confirmEmailChange,
  undoEmailChange,
  requestGuestOrders,
  forgotPassword,
  resetPassword,
  getMyData,
  deleteAccount,
  getSafety,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  removeGoogleLink,
  beginPasskeyProof,
  beginPasskeySignIn,
  signInWithPasskey,
  signInWithCode,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  resetSecondFactor,
  listUsers,
  getListedUser,
  changeUser,
  listFavorites,
  addFavorite,
  removeFavorite,
  listReviews,
  writeReview,
  editReview,
  deleteReview,
  listAllReviews,
  replyToReview,
  listCartItems,
  addCartItem,
  changeCartItem,
  removeCartItem,
  clearCart,
  takeAgentCart,
  listAdminProducts,
  getAdminProduct,
  createProduct,
  changeProduct,
  deleteProduct,
  restoreProduct,
  bulkEdit,
  previewBulkEdit,
  importProducts,
  exportProducts,
  listAdminCategories,
  getAdminCategory,
  createCategory,
  changeCategory,
  deleteCategory,
  uploadImage,
  listIcons,
  listAudit,
  listAuditFacets,
  checkAudit,
  previewUndo,
  undoChange,
  getShopCounts,
  getDashboard,
  getIntegrity,
  runReconciliation,
  getPaymentProvider,
  sendTestEvent,
  getSettings,
  changeSettings,
  getCheckout,
  createPaymentIntent,
  getPaymentOutcome,
  listOrders,
  claimOrder,
  trackOrder,
  trackOrderByForm,
  cancelOrder,
  requestReturn,
  listAdminOrders,
  exportOrders,
  getAdminOrder,
  shipOrder,
  correctParcel,
  deliverOrder,
  cancelPaidOrder,
  releaseHold,
  refundPart,
  retryRefund,
  addOrderNote,
  holdOrder,
  approveOrder,
  getEvidence,
  submitEvidence,
  listReturns,
  acceptReturn,
  refuseReturn,
  subscribe,
  confirmSubscription,
  unsubscribe,
  listSubscribers,
  exportSubscribers,
  sendContactMessage,
  syncAll,
  undoSync,
  startSync,
  listSyncRuns,
  listSyncChanges,
  listSyncConflicts,
  followSync,
  getSyncConnection,
  getSyncOwners,
  previewSync,
  setSyncConnection,
  setSyncOwners,
  forgetSyncConnection,
  setSyncSchedule,
  settleSyncConflict,
  listWebhooks,
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  giveProof,
  publishReview,
  getMail,
] as const

/** Here a token is not looked at: a stale one must not keep anybody from looking around or from signing in. */
export const tokenIgnored: ReadonlySet<Endpoint> = new Set<Endpoint>([
  getShopInfo,
  listProducts,
  getProduct,
  listCategories,
  suggestProducts,
  listReviews,
  register,
  login,
  googleAuth,
  beginPasskeySignIn,
  signInWithPasskey,
  signInWithCode,
  logout,
  readLink,
  undoEmailChange,
  forgotPassword,
  resetPassword,
  getPaymentOutcome,
  trackOrder,
  trackOrderByForm,
  cancelOrder,
  requestReturn,
  subscribe,
  confirmSubscription,
  unsubscribe,
  sendContactMessage,
])

export type Endpoints = (typeof endpoints)[number]
