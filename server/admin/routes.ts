import type { FastifyInstance } from 'fastify'
import {
  exportOss,
  exportTaxReport,
  getDashboard,
  getShopCounts,
  getShopTasks,
  getTaxReport,
} from '#contract/admin/api.ts'
import {
  getGoingLive,
  getTestOrders,
  removeDemoProducts,
  removeTestOrders as removeTestOrdersEndpoint,
} from '#contract/admin/going-live.ts'
import {
  changeMailServer as changeMailServerEndpoint,
  getMail,
  getTestEmail,
  removeMailServer as removeMailServerEndpoint,
  sendTestEmail,
} from '#contract/settings/mail.ts'
import * as demo from '../catalog/demo-products.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { mailState } from '../platform/mail/mail-state.ts'
import { changeMailServer, removeMailServer, shownServer } from '../settings/mail-server.ts'
import { namedSender } from '../settings/sender.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { readDashboard } from './dashboard.ts'
import { readGoingLive } from './going-live.ts'
import { countShop } from './queries.ts'
import { sampleEmailRoutes } from './sample-emails.ts'
import { readTasks } from './tasks.ts'
import { ossCsv, readTaxReport, taxReportCsv } from './tax-report.ts'
import { queueTestEmail, readTestEmail } from './test-email.ts'
import { readTestOrders, removeTestOrders } from './test-orders.ts'

export function adminRoutes(app: FastifyInstance, shop: Shop) {
  const { db, config, gateway } = shop
  mount(app, getShopCounts, () => countShop(db))

  mount(app, getShopTasks, () => readTasks(db))

  mount(app, getGoingLive, () => readGoingLive(db, config, gateway))

  mount(app, removeDemoProducts, (input, request) =>
    demo.removeDemoProducts(db, signedInUser(request).id, input),
  )

  mount(app, getTestOrders, () => readTestOrders(db))

  mount(app, removeTestOrdersEndpoint, (_input, request) =>
    removeTestOrders(db, gateway, signedInUser(request).id),
  )

  mount(app, getDashboard, ({ days }) => readDashboard(db, days))

  mount(app, getTaxReport, (period) => readTaxReport(db, period))

  mount(app, exportTaxReport, async (period, _request, reply) => {
    reply.header('content-disposition', `attachment; filename="taxes-${period.from}-${period.to}.csv"`)
    return taxReportCsv(db, period)
  })

  mount(app, exportOss, async ({ quarter }, _request, reply) => {
    reply.header('content-disposition', `attachment; filename="oss-${quarter}.csv"`)
    return ossCsv(db, quarter)
  })

  mount(app, getMail, mailNow)
  mount(app, changeMailServerEndpoint, async (input, request) => {
    await changeMailServer(shop, signedInUser(request).id, input)
    return mailNow()
  })
  mount(app, removeMailServerEndpoint, async (_input, request) => {
    await removeMailServer(shop, signedInUser(request).id)
    return mailNow()
  })
  mount(app, sendTestEmail, ({ to }, request) => queueTestEmail(db, to, signedInUser(request).id))
  mount(app, getTestEmail, ({ id }) => readTestEmail(db, id))
  sampleEmailRoutes(app, shop)

  async function mailNow() {
    const [{ url }, mailFrom] = [await shop.mailServer.refresh(), namedSender(await readSettings(db), config)]
    return {
      ...(await mailState(db, { smtpUrl: url, mailFrom, demo: config.demo })),
      ...(await shownServer(shop)),
    }
  }
}
