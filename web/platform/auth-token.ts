const KEY = 'auth_token'

/** Returns the signed-in user's token, or null for visitors, on the server, or if storage is unavailable. */
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

/** Calls `listener` when the user signs in or out in another tab. @returns an unsubscribe function */
export function onTokenOfOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

export function clearToken() {
  delete document.documentElement.dataset.signedIn
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage, there is no token to clear.
  }
}
