import { setHashingCost } from '../../server/accounts/passwords.ts'
import { openShop } from '../../server/open-shop.ts'
import { LIGHT_HASHING, testConfig } from './config.ts'

/** Opens and closes a shop, which migrates and seeds its database. */
export async function prepareShop(settings: Record<string, string>) {
  setHashingCost(LIGHT_HASHING)
  const { close } = await openShop(testConfig(settings))
  await close()
}
