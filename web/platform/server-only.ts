/** The `meta` of queries whose data the server doesn't send to browsers. */
export const SERVER_ONLY = { isServerOnly: true }
