import { readConfig } from '../../server/config.ts'
import { openShop } from '../../server/open-shop.ts'

/** A shop outside the demo, although the sandbox emulates Stripe and the mail server: tests can't reach the real ones. */
const config = { ...readConfig(), demo: false, isSmtpFixed: true }
const { app, shop, close } = await openShop(config)
await app.listen({ port: config.port, host: config.host })
await shop.jobs.work()
process.once('SIGTERM', () => {
  void close().then(() => process.exit(0))
})
process.send?.({ kind: 'ready', lines: [] })
