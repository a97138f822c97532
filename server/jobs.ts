import { z } from 'zod'
import { updateTotals } from './accounts/customer-queries.ts'
import { updateTotalsJob } from './accounts/customers.ts'
import { sendInvitation, sendInvitationJob } from './accounts/invitations/send.ts'
import { sendLink, sendLinkJob } from './accounts/mailed-links/mailed-links.ts'
import { deleteExpired, deleteExpiredJob } from './accounts/sessions/sessions.ts'
import * as backInStock from './back-in-stock/back-in-stock.ts'
import { deleteUnusedCarts } from './cart/cart.ts'
import * as vatNumbers from './checkout/unverified-orders.ts'
import { deleteOldMessages } from './contact/routes.ts'
import { sendConfirmation, sendConfirmationJob } from './newsletter/newsletter.ts'
import { deleteExpiredRequests } from './newsletter/queries.ts'
import { refundRestJob } from './orders/fulfillment.ts'
import { deleteOldOrigins } from './orders/orders.ts'
import { followUpPayment, followUpPaymentJob } from './payments/apply-intent.ts'
import { reencryptKeys, reencryptKeysJob } from './payments/change-keys.ts'
import { cancelDeclined, cancelDeclinedJob } from './payments/declines.ts'
import { deleteUnpaidOrders } from './payments/delete-unpaid-orders.ts'
import { queueReminders, queueRemindersJob } from './payments/dispute-reminders.ts'
import { processPaymentEvent, processPaymentEventJob } from './payments/events.ts'
import { pollPayments, pollPaymentsJob } from './payments/poll.ts'
import { reconcileAndLog, reconcileJob } from './payments/reconcile.ts'
import { refundRest, sendRefund, sendRefundJob } from './payments/refunds.ts'
import { recordTaxes, recordTaxesJob } from './payments/tax-transactions.ts'
import type { Db } from './platform/db/database.ts'
import { deleteChanges, deleteChangesJob } from './platform/db/delete-changes.ts'
import { purge, purgeAgainJob, purgeChanges, purgeChangesJob } from './platform/http/purge.ts'
import type { JobHandler } from './platform/jobs/job.ts'
import { job, jobHandler } from './platform/jobs/queue.ts'
import { sendEmailJob, sendEmails } from './platform/mail/outbox.ts'
import { reencryptMailServer } from './settings/mail-server.ts'
import type { Shop } from './shop.ts'
import { pushStockJob } from './stock/stock.ts'
import { pushStock } from './sync/push.ts'
import { runSync, runSyncJob, scheduleSync, scheduleSyncJob } from './sync/sync.ts'
import { handleWebhook, handleWebhookJob, registerWebhooks, registerWebhooksJob } from './sync/webhooks.ts'
import * as delivery from './webhooks/deliver.ts'
import { deliverWebhooksJob } from './webhooks/emit.ts'

/** Nightly job that deletes everything whose retention has ended. */
export const cleanUpJob = job('cleanup', z.object({}))

const DELETIONS: ((db: Db) => Promise<void>)[] = [
  deleteUnusedCarts,
  deleteOldOrigins,
  deleteUnpaidOrders,
  deleteExpiredRequests,
  backInStock.deleteOld,
  deleteOldMessages,
  delivery.deleteOldDeliveries,
]

/** @throws AggregateError after all deletions, if some failed; the job is then retried */
async function cleanUp(db: Db): Promise<void> {
  const errors: unknown[] = []
  for (const deleteRows of DELETIONS) await deleteRows(db).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} deletions failed`)
}

/** Returns every job with its handler. */
export function jobHandlers(shop: () => Shop): JobHandler[] {
  return [
    jobHandler(sendEmailJob, ({ emailIds }) => sendEmails(shop().db, shop().mailer, emailIds)),
    jobHandler(sendLinkJob, (payload) => sendLink(shop(), payload)),
    jobHandler(sendInvitationJob, (payload) => sendInvitation(shop(), payload)),
    jobHandler(updateTotalsJob, () => updateTotals(shop().db), '53 * * * *'),
    jobHandler(deleteExpiredJob, () => deleteExpired(shop()), '23 * * * *'),
    jobHandler(
      reencryptKeysJob,
      async () => {
        await reencryptKeys(shop())
        await reencryptMailServer(shop())
      },
      '31 * * * *',
    ),
    jobHandler(refundRestJob, ({ orderId, reason, category }) =>
      refundRest(shop().db, orderId, reason, category),
    ),
    jobHandler(processPaymentEventJob, ({ eventId }) =>
      processPaymentEvent(shop().db, shop().gateway, shop().config, eventId),
    ),
    jobHandler(cancelDeclinedJob, ({ orderId }) =>
      cancelDeclined(shop().db, shop().gateway, shop().config, orderId),
    ),
    jobHandler(sendRefundJob, ({ refundId }) =>
      sendRefund(shop().db, shop().gateway, shop().config, refundId),
    ),
    jobHandler(followUpPaymentJob, ({ orderId }) => {
      const { hasReceipts } = shop().config.stripe
      return followUpPayment(shop().db, shop().gateway, { orderId, hasReceipts })
    }),
    jobHandler(
      vatNumbers.verifyOrdersJob,
      () => vatNumbers.verifyOrders(shop().db, shop().config),
      '29 * * * *',
    ),
    jobHandler(recordTaxesJob, ({ orderId }) => recordTaxes(shop().db, shop().gateway, orderId)),
    jobHandler(pollPaymentsJob, () => pollPayments(shop().db, shop().gateway, shop().config), '* * * * *'),
    jobHandler(queueRemindersJob, () => queueReminders(shop().db, shop().config), '37 * * * *'),
    jobHandler(reconcileJob, () => reconcileAndLog(shop()), '17 4 * * *'),
    jobHandler(sendConfirmationJob, (payload) => sendConfirmation(shop(), payload)),
    jobHandler(cleanUpJob, () => cleanUp(shop().db), '41 3 * * *'),
    jobHandler(purgeChangesJob, () => purgeChanges(shop().db, shop().config.cdn)),
    jobHandler(purgeAgainJob, async ({ tags }) => {
      const { cdn } = shop().config
      if (cdn) await purge(cdn, tags)
    }),
    jobHandler(
      deleteChangesJob,
      async () => {
        const { db, config } = shop()
        // A change that the CDN wasn't told of is kept, because the job then fails here.
        await purgeChanges(db, config.cdn)
        await deleteChanges(db, config.cdn)
      },
      '11 * * * *',
    ),
    jobHandler(backInStock.sendLinkJob, (payload) => backInStock.sendLink(shop(), payload)),
    jobHandler(backInStock.notifyAvailableJob, () => backInStock.notifyAvailable(shop()), '* * * * *'),
    jobHandler(runSyncJob, ({ runId }) => runSync(shop(), runId)),
    jobHandler(handleWebhookJob, ({ webhookId }) => handleWebhook(shop(), webhookId)),
    jobHandler(registerWebhooksJob, () => registerWebhooks(shop())),
    jobHandler(scheduleSyncJob, () => scheduleSync(shop()), '* * * * *'),
    jobHandler(pushStockJob, () => pushStock(shop()), '* * * * *'),
    jobHandler(deliverWebhooksJob, ({ webhookId }) => delivery.deliverWebhooks(shop(), webhookId)),
    jobHandler(delivery.retryDeliveriesJob, () => delivery.retryDeliveries(shop().db), '* * * * *'),
  ]
}
