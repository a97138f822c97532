import transliterate from '@sindresorhus/transliterate'
import { SLUG_MAX } from './rules.ts'

/**
 * 'Oak Tray, large!' -> 'oak-tray-large': lowercase, spaces to hyphens, other characters removed (spec section 5).
 * Unlike the spec, transliterates letters with diacritics first: 'Löwe' -> 'loewe' (contract section 10).
 */
export function slugOf(name: string): string {
  return plainSlugOf(transliterate(name.normalize('NFC')))
}

/** Applies only the spec's rule, which older slugs were created with. */
export function plainSlugOf(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, SLUG_MAX)
}
