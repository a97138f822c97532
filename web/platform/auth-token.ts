const KEY = 'auth_token'

/** Returns the signed-in user's token, or null for a visitor, on the server, and without storage. */
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

/** Calls back when the user has signed in or out in another tab. @returns a function that stops it */
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
