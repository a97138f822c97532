/** Limits of the dashboard (contract section 8); no zod here, so that a page may have them early. */

/** Days, today among them; carts and searches are kept for as long as the longest. */
export const DASHBOARD_PERIODS = [7, 30, 90] as const
export const DASHBOARD_PERIOD = 30

/** Rows of each list. */
export const DASHBOARD_ROWS = 5
