import { ADMIN_SCREENS } from './screens-admin.ts'
import { INTEGRATION_SCREENS } from './screens-integrations.ts'
import { SAFETY_SCREENS } from './screens-safety.ts'
import { ACCOUNT_SCREENS, SHOP_SCREENS } from './screens-shop.ts'
import type { Screen } from './screens-steps.ts'

/** Every screen of the shop (spec section 2) in the states that it has. */
export const SCREENS: Screen[] = [
  ...SHOP_SCREENS,
  ...ACCOUNT_SCREENS,
  ...SAFETY_SCREENS,
  ...ADMIN_SCREENS,
  ...INTEGRATION_SCREENS,
]
