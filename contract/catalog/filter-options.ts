/** The colors of the filter (spec section 2). */
export const FILTER_COLORS = ['black', 'white', 'silver', 'brown', 'blue']
/** Lists the filters that no product matches, in the response with a list. */
export const EMPTY_FILTERS_HEADER = 'x-empty-filters'
/** The name of the rating filter among them, which is empty until the first review. */
export const NO_REVIEWS = 'reviews'
/** The limits of the price filter in whole units (spec sections 2 and 9). */
export const PRICE_LIMITS = ['25', '50', '100']
/** The stars of the filter, as a minimum (spec section 2). */
export const FILTER_RATINGS = ['5', '4', '3']
