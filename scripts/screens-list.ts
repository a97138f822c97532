import type { Page } from '@playwright/test'
import { ADMIN_SCREENS } from './screens-admin.ts'
import { INTEGRATION_SCREENS } from './screens-integrations.ts'
import type { FilledShop, People } from './screens-people.ts'
import { SAFETY_SCREENS } from './screens-safety.ts'
import { ACCOUNT_SCREENS, SHOP_SCREENS } from './screens-shop.ts'

export type Screen = {
  name: string
  address: string | ((shop: FilledShop) => string)
  /** Whose token the browser has; a visitor's without. */
  who?: keyof People
  before?(page: Page): Promise<unknown>
  /** What is done once the page answers; it waits for its outcome. */
  act?(page: Page): Promise<unknown>
  /** False: only what is in sight, as panels over a page are. */
  isWhole?: boolean
}

/** Every screen of the shop (spec section 2) in the states that it has. */
export const SCREENS: Screen[] = [
  ...SHOP_SCREENS,
  ...ACCOUNT_SCREENS,
  ...SAFETY_SCREENS,
  ...ADMIN_SCREENS,
  ...INTEGRATION_SCREENS,
]
