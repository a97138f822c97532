import { expireSignIns, forgetExpired } from './accounts/jobs.ts'
import { mailLink, sendLink } from './accounts/mailed-links/mailed-links.ts'
import { deleteUnusedCarts, forgetCarts } from './cart/cart.ts'
import { forgetMessages, forgetOldMessages } from './contact/contact.ts'
import { forgetUnconfirmed, mailConfirmation } from './newsletter/jobs.ts'
import { sendConfirmation } from './newsletter/newsletter.ts'
import { deleteExpiredRequests } from './newsletter/queries.ts'
import { deleteOrigins, refundOrder } from './orders/jobs.ts'
import { deleteOldOrigins } from './orders/orders.ts'
import { followUpPaid } from './payments/apply-intent.ts'
import { endDeclined } from './payments/declines.ts'
import { processPaymentEvent } from './payments/events.ts'
import {
  cancelDeclined,
  followPaid,
  handleEvent,
  reconcileAll,
  sendRefund,
  watchPayments,
} from './payments/jobs.ts'
import { pollPendingPayments } from './payments/poll.ts'
import { reconcileAndLog } from './payments/reconcile.ts'
import { refundRest, sendRequestedRefund } from './payments/refunds.ts'
import { deleteOldChanges, forgetChanges } from './platform/db/delete-changes.ts'
import { type JobHandler, jobHandler } from './platform/jobs/queue.ts'
import { deliverLetter, sendLetter } from './platform/mail/outbox.ts'
import { retiredJobHandlers } from './retired-jobs.ts'
import type { Shop } from './shop.ts'
import { pushStock } from './stock/jobs.ts'
import { askForWebhooks, driveSync, handleWebhook, scheduleSync } from './sync/jobs.ts'
import { pushDue } from './sync/push.ts'
import { startScheduled, watchRun } from './sync/sync.ts'
import { setUpWebhooks } from './sync/webhook-setup.ts'
import { actOnWebhook } from './sync/webhooks.ts'
import { deliverAllDue, deliverDueOfAll, forgetOldDeliveries } from './webhooks/deliver.ts'
import { deliverDue, forgetDeliveries, retryDeliveries } from './webhooks/jobs.ts'

/** Returns every job with its handler. */
export function jobHandlers(shop: () => Shop): JobHandler[] {
  return [
    jobHandler(sendLetter, ({ letterId }) => deliverLetter(shop().db, shop().mailer, letterId)),
    jobHandler(mailLink, (payload) => sendLink(shop(), payload)),
    jobHandler(expireSignIns, () => forgetExpired(shop()), '23 * * * *'),
    jobHandler(refundOrder, ({ orderId, reason, category }) =>
      refundRest(shop().db, orderId, reason, category),
    ),
    jobHandler(handleEvent, ({ eventId }) =>
      processPaymentEvent(shop().db, shop().cards, shop().config, eventId),
    ),
    jobHandler(cancelDeclined, ({ orderId }) => endDeclined(shop().db, shop().cards, shop().config, orderId)),
    jobHandler(sendRefund, ({ refundId }) =>
      sendRequestedRefund(shop().db, shop().cards, shop().config, refundId),
    ),
    jobHandler(followPaid, ({ orderId }) => {
      const { hasReceipts } = shop().config.stripe
      return followUpPaid(shop().db, shop().cards, { orderId, hasReceipts })
    }),
    jobHandler(watchPayments, () => pollPendingPayments(shop().db, shop().cards, shop().config), '* * * * *'),
    jobHandler(reconcileAll, () => reconcileAndLog(shop()), '17 4 * * *'),
    jobHandler(mailConfirmation, (payload) => sendConfirmation(shop(), payload)),
    jobHandler(forgetChanges, () => deleteOldChanges(shop().db), '11 * * * *'),
    jobHandler(forgetCarts, () => deleteUnusedCarts(shop().db), '41 3 * * *'),
    jobHandler(deleteOrigins, () => deleteOldOrigins(shop().db), '43 3 * * *'),
    jobHandler(forgetUnconfirmed, () => deleteExpiredRequests(shop().db), '47 3 * * *'),
    jobHandler(driveSync, ({ runId }) => watchRun(shop(), runId)),
    jobHandler(handleWebhook, ({ webhookId }) => actOnWebhook(shop(), webhookId)),
    jobHandler(askForWebhooks, () => setUpWebhooks(shop())),
    jobHandler(scheduleSync, () => startScheduled(shop()), '* * * * *'),
    jobHandler(pushStock, () => pushDue(shop()), '* * * * *'),
    jobHandler(forgetMessages, () => forgetOldMessages(shop().db), '53 3 * * *'),
    jobHandler(deliverDue, ({ webhookId }) => deliverAllDue(shop(), webhookId)),
    jobHandler(retryDeliveries, () => deliverDueOfAll(shop().db), '* * * * *'),
    jobHandler(forgetDeliveries, () => forgetOldDeliveries(shop().db), '59 3 * * *'),
    ...retiredJobHandlers(shop),
  ]
}
