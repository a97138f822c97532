const KEY = 'auth_token'

/** The token of the signed-in user; null for a visitor, on the server, and where storage is forbidden. */
export function readToken(): string | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function storeToken(token: string) {
  localStorage.setItem(KEY, token)
  document.documentElement.dataset.signedIn = ''
}

/** Hears that somebody has signed in or out in another tab. @returns what ends it */
export function onTokenOfOtherTab(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === KEY) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

export function clearToken() {
  delete document.documentElement.dataset.signedIn
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Where storage is forbidden there is none to clear.
  }
}
