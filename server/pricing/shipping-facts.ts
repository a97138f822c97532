import type { Settings } from '../settings/settings.ts'

/** Returns whether shipping can cost something other than the first method of the first zone. */
export function hasSeveralRates({ zones }: Pick<Settings, 'zones'>): boolean {
  const deliveries = zones?.[0]?.methods.filter(({ kind }) => kind !== 'pickup') ?? []
  return (zones?.length ?? 0) > 1 || deliveries.length > 1
}
