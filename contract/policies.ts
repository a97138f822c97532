/** What the shop promises in its policies (spec section 9); the code that keeps a promise reads it here, too. */

/** The day of the last change, as the policy pages say it (spec section 2). */
export const POLICIES_UPDATED = 'April 17, 2025'
/** Returns are accepted within so many days of delivery. */
export const RETURN_DAYS = 30
/** Orders are processed in so many business days. */
export const PROCESSING_DAYS = '1-2'
/** Changes of the terms are noticed so many days ahead. */
export const TERMS_NOTICE_DAYS = 30
