/** Limits of the dashboard (contract section 8). Doesn't import zod, so pages can load it early. */

/** Days, including today. Carts and searches are retained for the longest period. */
export const DASHBOARD_PERIODS = [7, 30, 90] as const
export const DASHBOARD_PERIOD = 30

/** Rows per list. */
export const DASHBOARD_ROWS = 5
