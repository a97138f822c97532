import { resetOnServer } from '../server/accounts/second-factor/second-factor.ts'
import { readConfig, SettingsError } from '../server/config.ts'
import { ShopError } from '../server/errors.ts'
import { openShop } from '../server/open-shop.ts'

/**
 * `npm run reset-second-factor -- <username>` takes the authenticator app off an admin who has lost it, when no other admin can.
 * An embedded database belongs to the shop that runs on it: stop that one first. Exit code 1 when nothing was done.
 */
try {
  const [username] = process.argv.slice(2)
  if (username === undefined)
    throw new SettingsError('Missing username. Usage: npm run reset-second-factor -- USERNAME')
  const { shop, close } = await openShop(readConfig())
  try {
    await resetOnServer(shop.db, username)
    console.log(`'${username}' no longer needs a code to sign in.`)
  } finally {
    await close()
  }
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof ShopError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
