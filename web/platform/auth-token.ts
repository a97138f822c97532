const KEY = 'auth_token'

/** The token of the signed-in user; null for a visitor, on the server, and where storage is forbidden. */
export function readToken(): string | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY)
  } catch {
    return null
  }
}
