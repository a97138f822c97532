const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
  // Codes for: shutting down, crashed, starting; connections broken; too many connections, out of memory, disk full;
  // a standby, which becomes the primary during a failover.
  ...['57P01', '57P02', '57P03', '08000', '08003', '08006', '53300', '53200', '53100', '25006'],
  // Codes for timeouts: a statement timed out, or this node hung in the middle of a transaction.
  ...['57014', '25P03'],
])
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Query read timeout)/

/** Returns whether the error means that the database is temporarily unavailable. */
export function isDatabaseUnavailable(error: { code?: string; message: string }): boolean {
  return UNAVAILABLE.has(error.code ?? '') || UNAVAILABLE_MESSAGES.test(error.message)
}
