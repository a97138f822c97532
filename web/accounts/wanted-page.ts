import { GOOGLE_TARGET } from '#contract/accounts/google-flow.ts'

/** Returns the path of the page that the user requested before being sent to /auth, or null. */
export function wantedPath(state: unknown): string | null {
  return pathIn((state as { from?: unknown } | null)?.from)
}

const SHOP = 'https://shop.invalid'

/** Returns a path inside the shop as it is. Anything else, such as '//other.example', could lead to another site. */
function pathIn(text: unknown): string | null {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text)) return null
  return URL.canParse(text, SHOP) && new URL(text, SHOP).origin === SHOP ? text : null
}

/** Keeps the page that a full-window sign-in returns to. @param path null for none */
export function keepWantedPath(path: string | null) {
  if (path === null) sessionStorage.removeItem(GOOGLE_TARGET)
  else sessionStorage.setItem(GOOGLE_TARGET, path)
}

/** Returns the kept page once. Doesn't trust the storage. */
export function takeWantedPath(): string | null {
  const path = pathIn(sessionStorage.getItem(GOOGLE_TARGET))
  sessionStorage.removeItem(GOOGLE_TARGET)
  return path
}

/** Makes a page the one that /auth leads to. @param address the page that the browser is on, or goes to next */
export function keepWantedInHistory(path: string, address: string) {
  history.replaceState({ state: { from: path } }, '', address)
}
