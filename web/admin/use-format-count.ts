import { useFormats } from '../platform/formats.ts'

/** Returns a function that writes numbers of records as the shop does: '1,200', or '1.200' in a German shop. */
export function useFormatCount(): (count: number) => string {
  const { locale } = useFormats()
  return (count) => count.toLocaleString(locale)
}
