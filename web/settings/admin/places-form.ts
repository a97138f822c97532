import { DEFAULT_COUNTRY } from '#contract/checkout/rules.ts'
import type { MethodKind } from '#contract/pricing/shipping.ts'

/** Zones as entered. The contract's schema parses lists of states and postal codes from text. */
export type ZoneForm = {
  name: string
  countries: string[] | null
  regions: string
  postalCodes: string
  methods: MethodForm[]
}
export type MethodForm = {
  id?: string
  name: string
  kind: MethodKind
  rate: string
  freeFrom: string
  bands: { upTo: string; rate: string }[]
  days: { from: string; to: string }
  address: PickupForm
}
export type PickupForm = Record<'address' | 'address2' | 'city' | 'state' | 'zipCode' | 'country', string>
export type PlacesValues = { zones: ZoneForm[] | null }

/** Returns the fields of the zones that contain an amount. Limits of weights are in grams. */
export function zoneAmounts({ zones }: PlacesValues): string[] {
  return (zones ?? []).flatMap(({ methods }, zone) =>
    methods.flatMap(({ kind, bands }, method) => {
      const fields = bands.flatMap((_, band) => [
        `bands.${band}.rate`,
        ...(kind === 'value' ? [`bands.${band}.upTo`] : []),
      ])
      return ['rate', 'freeFrom', ...fields].map((name) => `zones.${zone}.methods.${method}.${name}`)
    }),
  )
}

/** Returns an address as entered, without its lines. Only its country is preset. */
export function pickupOf(place: Partial<PickupForm> = {}): PickupForm {
  const {
    address = '',
    address2 = '',
    city = '',
    state = '',
    zipCode = '',
    country = DEFAULT_COUNTRY,
  } = place
  return { address, address2, city, state, zipCode, country }
}

export const newMethod = (): MethodForm => ({
  name: '',
  kind: 'flat',
  rate: '',
  freeFrom: '',
  bands: [],
  address: pickupOf(),
  days: { from: '', to: '' },
})

export const newZone = (): ZoneForm => ({
  name: '',
  countries: [],
  regions: '',
  postalCodes: '',
  methods: [newMethod()],
})

/** Returns the error of a field such as 'zones.0.methods.1.rate', or the error of a list or one of its entries. */
export function errorAt(form: { formState: { errors: object } }, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], form.formState.errors)
  const { message, root } = (found ?? {}) as { message?: string; root?: { message?: string } }
  if (message ?? root?.message) return message ?? root?.message
  return Array.isArray(found) ? found.find((one) => one?.message)?.message : undefined
}
