import type { z } from 'zod'
import { expireSignIns, forgetExpired } from './accounts/jobs.ts'
import { mailLink, sendLink } from './accounts/mailed-links/mailed-links.ts'
import { deleteUnusedCarts, forgetCarts } from './cart/cart.ts'
import { forgetOldMessages } from './contact/contact.ts'
import { forgetMessages } from './contact/jobs.ts'
import { forgetUnconfirmed, mailConfirmation } from './newsletter/jobs.ts'
import { sendConfirmation } from './newsletter/newsletter.ts'
import { deleteExpiredRequests } from './newsletter/queries.ts'
import { deleteOrigins, refundOrder, writeOrderLetter } from './orders/jobs.ts'
import { deleteOldOrigins } from './orders/orders.ts'
import { postOrderLetter } from './orders/post-letter.ts'
import { lookAfterPaid } from './payments/after-payment.ts'
import { endDeclined } from './payments/declines.ts'
import { actOnEvent } from './payments/events.ts'
import {
  cancelDeclined,
  followPaid,
  handleEvent,
  reconcileAll,
  sendRefund,
  watchPayments,
  writeDisputeLetter,
  writeRefundLetter,
  writeWarningLetter,
} from './payments/jobs.ts'
import { postDisputeLetter, postRefundLetter, postWarningLetter } from './payments/post-letter.ts'
import { reconcileAndTell } from './payments/reconcile.ts'
import { refundRest, sendRequestedRefund } from './payments/refunds.ts'
import { watchAll } from './payments/watch.ts'
import { deleteOldChanges, forgetChanges } from './platform/db/forget-changes.ts'
import type { Job, JobHandler } from './platform/jobs/queue.ts'
import { deliverLetter, sendLetter } from './platform/mail/outbox.ts'
import { writeReturnLetter } from './returns/jobs.ts'
import { postReturnLetter } from './returns/post-letter.ts'
import type { Shop } from './shop.ts'
import { pushStock } from './stock/jobs.ts'
import { askForWebhooks, driveSync, handleWebhook, scheduleSync } from './sync/jobs.ts'
import { pushDue } from './sync/push.ts'
import { startScheduled, watchRun } from './sync/sync.ts'
import { setUpWebhooks } from './sync/webhook-setup.ts'
import { actOnWebhook } from './sync/webhooks.ts'
import { deliverAllDue, deliverDueOfAll, forgetOldDeliveries } from './webhooks/deliver.ts'
import { deliverDue, forgetDeliveries, retryDeliveries } from './webhooks/jobs.ts'

/** Table of contents: every job and what does it. */
export function jobHandlers(shop: () => Shop): JobHandler[] {
  return [
    handler(sendLetter, ({ letterId }) => deliverLetter(shop().db, shop().mailer, letterId)),
    handler(mailLink, (payload) => sendLink(shop(), payload)),
    handler(expireSignIns, () => forgetExpired(shop()), '23 * * * *'),
    handler(writeOrderLetter, (letter) => postOrderLetter(shop().db, shop().config, letter)),
    handler(refundOrder, ({ orderId, reason, category }) => refundRest(shop().db, orderId, reason, category)),
    handler(handleEvent, ({ eventId }) => actOnEvent(shop().db, shop().cards, eventId)),
    handler(cancelDeclined, ({ orderId }) => endDeclined(shop().db, shop().cards, orderId)),
    handler(sendRefund, ({ refundId }) => sendRequestedRefund(shop().db, shop().cards, refundId)),
    handler(writeRefundLetter, ({ refundId }) =>
      postRefundLetter(shop().db, shop().config.publicUrl, refundId),
    ),
    handler(writeDisputeLetter, ({ disputeId }) => postDisputeLetter(shop().db, shop().config, disputeId)),
    handler(writeWarningLetter, (warning) => postWarningLetter(shop().db, shop().config, warning)),
    handler(followPaid, ({ orderId }) => {
      const { hasReceipts } = shop().config.stripe
      return lookAfterPaid(shop().db, shop().cards, { orderId, hasReceipts })
    }),
    handler(writeReturnLetter, (letter) => postReturnLetter(shop().db, shop().config, letter)),
    handler(watchPayments, () => watchAll(shop().db, shop().cards), '* * * * *'),
    handler(reconcileAll, () => reconcileAndTell(shop()), '17 4 * * *'),
    handler(mailConfirmation, (payload) => sendConfirmation(shop(), payload)),
    handler(forgetChanges, () => deleteOldChanges(shop().db), '11 * * * *'),
    handler(forgetCarts, () => deleteUnusedCarts(shop().db), '41 3 * * *'),
    handler(deleteOrigins, () => deleteOldOrigins(shop().db), '43 3 * * *'),
    handler(forgetUnconfirmed, () => deleteExpiredRequests(shop().db), '47 3 * * *'),
    handler(driveSync, ({ runId }) => watchRun(shop(), runId)),
    handler(handleWebhook, ({ webhookId }) => actOnWebhook(shop(), webhookId)),
    handler(askForWebhooks, () => setUpWebhooks(shop())),
    handler(scheduleSync, () => startScheduled(shop()), '* * * * *'),
    handler(pushStock, () => pushDue(shop()), '* * * * *'),
    handler(forgetMessages, () => forgetOldMessages(shop().db), '53 3 * * *'),
    handler(deliverDue, ({ webhookId }) => deliverAllDue(shop(), webhookId)),
    handler(retryDeliveries, () => deliverDueOfAll(shop().db), '* * * * *'),
    handler(forgetDeliveries, () => forgetOldDeliveries(shop().db), '59 3 * * *'),
  ]
}

function handler<P extends z.ZodType>(
  job: Job<P>,
  handle: (payload: z.output<P>) => Promise<void>,
  cron?: string,
): JobHandler {
  return { job, handle: (payload) => handle(payload as z.output<P>), cron }
}
