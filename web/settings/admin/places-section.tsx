import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { COUNTRIES, isoCountry } from '#contract/checkout/rules.ts'
import { showNumber } from '#contract/numbers.ts'
import { ZonesInput } from '#contract/settings/zones-input.ts'
import { useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { ParcelCosts } from './parcel-costs.tsx'
import {
  errorAt,
  newMethod,
  newZone,
  type PlacesValues,
  pickupOf,
  type ZoneForm,
  zoneAmounts,
} from './places-form.ts'
import { settingsSection } from './settings-section.tsx'
import type { Settings } from './use-save-section.ts'
import { ZoneEditor } from './zone-editor.tsx'

export const placesSection = settingsSection<PlacesValues>({
  title: 'Places and shipping',
  saveLabel: 'Save places and shipping',
  labels: { zones: 'Shipping zones' },
  keywords: 'countries methods rates weight bands pickup delivery days free shipping',
  schema: z.object({ zones: ZonesInput }),
  amountsOf: zoneAmounts,
  valuesOf: ({ zones }) => ({ zones: zones?.map(formOf) ?? null }),
  describe: ({ zones }) => ({ zones: zones ? zones.map(describeZone).join('; ') : 'None' }),
  Fields: ({ settings }) => <Places settings={settings} />,
})

function Places({ settings }: { settings: Settings }) {
  const form = useFormContext<PlacesValues>()
  const { zones } = form.watch()
  const { locale } = useFormats()
  const change = (next: ZoneForm[] | null) =>
    form.setValue('zones', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  if (!zones)
    return (
      <div className="space-y-3">
        <p>
          You ship to the United States, Canada, Mexico, and the United Kingdom, at the shipping rate under
          Store. Zones let you ship elsewhere, and offer several methods.
        </p>
        <Button look="outline" onClick={() => change([firstZone(showNumber(settings.shippingRate, locale))])}>
          Set up zones
        </Button>
      </div>
    )
  return (
    <div className="space-y-6">
      <p className="text-muted text-sm">
        Until shoppers enter an address, they see the cheapest rate of the first zone. A zone for states or
        postal codes is used before one for the whole country. The shipping rate under Store isn’t used.
      </p>
      {zones.map((zone, index) => (
        <ZoneEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: zones have no ID, and all of their fields are controlled
          key={index}
          zone={zone}
          path={`zones.${index}`}
          business={settings.business}
          onChange={(changed) => change(zones.with(index, changed))}
          onRemove={() => change(zones.filter((_, other) => other !== index))}
        />
      ))}
      <p className="text-sale text-sm empty:hidden" role="alert">
        {zones.length === 0 && errorAt(form, 'zones')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => change([...zones, newZone()])}>
          Add zone
        </Button>
        <Button look="quiet" onClick={() => change(null)}>
          Use one rate again
        </Button>
      </div>
      <ParcelCosts zones={zones} />
    </div>
  )
}

/** The initial zone for a shop without zones. */
const firstZone = (rate: string): ZoneForm => ({
  ...newZone(),
  name: 'North America and the UK',
  countries: COUNTRIES.map(({ code }) => isoCountry(code)),
  methods: [{ ...newMethod(), name: 'Standard shipping', rate }],
})

function formOf(zone: NonNullable<Settings['zones']>[number]): ZoneForm {
  return {
    ...zone,
    regions: zone.regions.join(', '),
    postalCodes: zone.postalCodes.join(', '),
    methods: zone.methods.map(({ id, name, kind, days, rate, freeFrom, bands = [], address }) => ({
      id,
      name,
      kind,
      rate: rate ?? '',
      freeFrom: freeFrom ?? '',
      address: pickupOf(address),
      days: { from: String(days?.from ?? ''), to: String(days?.to ?? '') },
      bands: bands.map(({ upTo, rate }) => ({ upTo: String(upTo), rate })),
    })),
  }
}

function describeZone({ name, countries, methods }: ZoneForm): string {
  const places = countries ? countries.join(', ') : 'everywhere else'
  return `${name} (${places}): ${methods.map((method) => `${method.name} ${method.rate}`.trim()).join(', ')}`
}
