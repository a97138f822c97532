import type { Store } from '../../store.ts'

/** Words as a part of an address: small letters and digits of any script, joined by dashes. */
export function handleOf(title: string): string {
  const handle = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return handle || 'product'
}

/** The handle itself, or with a number when another product has it. */
export function freeHandle(store: Store, wish: string, id: number | null): string {
  const isTaken = store.prepare('select 1 from platform_products where handle = ? and id is not ?')
  let handle = wish
  for (let number = 1; isTaken.get(handle, id); number++) handle = `${wish}-${number}`
  return handle
}
