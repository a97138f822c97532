import { readConfig } from '../../server/config.ts'
import { openShop } from '../../server/open-shop.ts'
import { openLog } from '../../server/platform/log.ts'
import { instantCards } from './instant-cards.ts'
import { recordStatements, type Statement } from './statements.ts'

/** Messages from the benchmark to this process, and the responses. */
export type ShopCommand = { hear: true } | { heard: true }
export type ShopMessage = { ready: string } | { hearing: true } | { statements: Statement[] }

// The shop as in production, with logging, but with a stub payment provider. Its statements can be recorded.
const config = readConfig()
const { app, close } = await openShop(config, undefined, openLog('info'), instantCards(config.stripe))
let stopHearing: (() => Statement[]) | null = null
process.on('message', (command: ShopCommand) => {
  if ('hear' in command) {
    stopHearing = recordStatements()
    send({ hearing: true })
  } else {
    send({ statements: stopHearing?.() ?? [] })
  }
})
process.on('disconnect', () => void close().then(() => process.exit(0)))
send({ ready: await app.listen({ port: 0, host: '127.0.0.1' }) })

function send(word: ShopMessage) {
  process.send?.(word)
}
