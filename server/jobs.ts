import { mailLink, sendLink } from './accounts/mailed-links/mailed-links.ts'
import { deleteExpired, expireSignIns } from './accounts/sessions/sessions.ts'
import * as backInStock from './back-in-stock/back-in-stock.ts'
import { deleteOldCarts, deleteUnusedCarts } from './cart/cart.ts'
import * as vatNumbers from './checkout/unverified-orders.ts'
import { deleteOldMessages, deleteOldMessagesJob } from './contact/routes.ts'
import { deleteUnconfirmedJob, mailConfirmation, sendConfirmation } from './newsletter/newsletter.ts'
import { deleteExpiredRequests } from './newsletter/queries.ts'
import { refundOrder } from './orders/fulfillment.ts'
import { deleteOldOrigins, deleteOrigins } from './orders/orders.ts'
import { followPaid, followUpPaid } from './payments/apply-intent.ts'
import { cancelDeclined, endDeclined } from './payments/declines.ts'
import { queueReminders, remindOfDisputes } from './payments/dispute-reminders.ts'
import { handleEvent, processPaymentEvent } from './payments/events.ts'
import { pollPayments, pollPendingPayments } from './payments/poll.ts'
import { reconcileAll, reconcileAndLog } from './payments/reconcile.ts'
import { refundRest, sendRefund, sendRequestedRefund } from './payments/refunds.ts'
import { recordTaxes, recordTaxesOf } from './payments/tax-transactions.ts'
import { deleteChanges, deleteOldChanges } from './platform/db/delete-changes.ts'
import { type JobHandler, jobHandler } from './platform/jobs/queue.ts'
import { deliverEmail, sendEmail } from './platform/mail/outbox.ts'
import { refreshDatedSettings, refreshRatesOfToday } from './settings/settings.ts'
import type { Shop } from './shop.ts'
import { pushStock } from './stock/stock.ts'
import { pushDue } from './sync/push.ts'
import { runSync, scheduleSync, startScheduled, watchRun } from './sync/sync.ts'
import { actOnWebhook, handleWebhook, registerWebhooks, setUpWebhooks } from './sync/webhooks.ts'
import * as delivery from './webhooks/deliver.ts'
import { deliverDue } from './webhooks/emit.ts'

/** Returns every job with its handler. */
export function jobHandlers(shop: () => Shop): JobHandler[] {
  return [
    jobHandler(sendEmail, ({ emailId }) => deliverEmail(shop().db, shop().mailer, emailId)),
    jobHandler(mailLink, (payload) => sendLink(shop(), payload)),
    jobHandler(expireSignIns, () => deleteExpired(shop()), '23 * * * *'),
    jobHandler(refundOrder, ({ orderId, reason, category }) =>
      refundRest(shop().db, orderId, reason, category),
    ),
    jobHandler(handleEvent, ({ eventId }) =>
      processPaymentEvent(shop().db, shop().gateway, shop().config, eventId),
    ),
    jobHandler(cancelDeclined, ({ orderId }) =>
      endDeclined(shop().db, shop().gateway, shop().config, orderId),
    ),
    jobHandler(sendRefund, ({ refundId }) =>
      sendRequestedRefund(shop().db, shop().gateway, shop().config, refundId),
    ),
    jobHandler(followPaid, ({ orderId }) => {
      const { hasReceipts } = shop().config.stripe
      return followUpPaid(shop().db, shop().gateway, { orderId, hasReceipts })
    }),
    jobHandler(
      vatNumbers.queryViesAgain,
      () => vatNumbers.verifyOrders(shop().db, shop().config),
      '29 * * * *',
    ),
    jobHandler(recordTaxes, ({ orderId }) => recordTaxesOf(shop().db, shop().gateway, orderId)),
    jobHandler(
      pollPayments,
      () => pollPendingPayments(shop().db, shop().gateway, shop().config),
      '* * * * *',
    ),
    jobHandler(remindOfDisputes, () => queueReminders(shop().db, shop().config), '37 * * * *'),
    jobHandler(reconcileAll, () => reconcileAndLog(shop()), '17 4 * * *'),
    jobHandler(refreshDatedSettings, () => refreshRatesOfToday(shop().db), '*/15 * * * *'),
    jobHandler(mailConfirmation, (payload) => sendConfirmation(shop(), payload)),
    jobHandler(deleteChanges, () => deleteOldChanges(shop().db), '11 * * * *'),
    jobHandler(deleteOldCarts, () => deleteUnusedCarts(shop().db), '41 3 * * *'),
    jobHandler(deleteOrigins, () => deleteOldOrigins(shop().db), '43 3 * * *'),
    jobHandler(deleteUnconfirmedJob, () => deleteExpiredRequests(shop().db), '47 3 * * *'),
    jobHandler(backInStock.mailBackInStockLink, (payload) => backInStock.sendLink(shop(), payload)),
    jobHandler(backInStock.notifyBackInStock, () => backInStock.notifyAvailable(shop()), '* * * * *'),
    jobHandler(backInStock.deleteBackInStock, () => backInStock.deleteOld(shop().db), '49 3 * * *'),
    jobHandler(runSync, ({ runId }) => watchRun(shop(), runId)),
    jobHandler(handleWebhook, ({ webhookId }) => actOnWebhook(shop(), webhookId)),
    jobHandler(registerWebhooks, () => setUpWebhooks(shop())),
    jobHandler(scheduleSync, () => startScheduled(shop()), '* * * * *'),
    jobHandler(pushStock, () => pushDue(shop()), '* * * * *'),
    jobHandler(deleteOldMessagesJob, () => deleteOldMessages(shop().db), '53 3 * * *'),
    jobHandler(deliverDue, ({ webhookId }) => delivery.deliverAllDue(shop(), webhookId)),
    jobHandler(delivery.retryDeliveries, () => delivery.deliverDueOfAll(shop().db), '* * * * *'),
    jobHandler(delivery.deleteDeliveries, () => delivery.deleteOldDeliveries(shop().db), '59 3 * * *'),
  ]
}
