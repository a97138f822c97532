import { resetOnServer } from '../server/accounts/second-factor/second-factor.ts'
import { readConfig, SettingsError } from '../server/config.ts'
import { ShopError } from '../server/errors.ts'
import { openShop } from '../server/open-shop.ts'
import { openDatabase } from '../server/platform/db/database.ts'

/**
 * `npm run reset-second-factor -- <username>` removes the authenticator app of an admin who has lost it, if no other admin
 * can. The shop may keep running. Exits with code 1 if nothing was changed.
 */
try {
  const [username] = process.argv.slice(2)
  if (username === undefined)
    throw new SettingsError('Missing username. Usage: npm run reset-second-factor -- USERNAME')
  const config = readConfig()
  const { shop, close } = await openShop(config, () => openDatabase({ ...config, isShared: true }))
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
