import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { COUNTRIES, isoCountry } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { showNumber } from '#contract/numbers.ts'
import { ZonesInput } from '#contract/settings/zones-input.ts'
import { Editable, May } from '../../admin/permissions.tsx'
import { useFormats } from '../../platform/formats.ts'
import { Link } from '../../platform/router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Trans } from '../../ui/trans.tsx'
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
import { settingsAddress } from './setting-pages.ts'
import { settingsSection } from './settings-section.tsx'
import type { Settings } from './use-save-section.ts'
import { ZoneEditor } from './zone-editor.tsx'
import { ZoneList } from './zone-list.tsx'

const CHANGE = 'PATCH /api/admin/settings'

export const placesSection = settingsSection<PlacesValues>({
  title: 'Places and shipping',
  isWide: true,
  saveLabel: 'Save places and shipping',
  labels: { zones: 'Shipping zones' },
  hasChoice: true,
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
    form.setValue('zones', next, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted || form.formState.errors.zones !== undefined,
    })
  // From the form, because several clicks can arrive before the next render.
  const changeZone = (index: number, update: (zone: ZoneForm) => ZoneForm) =>
    change((form.getValues('zones') ?? []).map((zone, other) => (other === index ? update(zone) : zone)))
  const [opened, setOpened] = useOpenedZone()
  const { editor, check } = useZoneCheck()
  if (!zones)
    return (
      <div className="max-w-xl space-y-3">
        <p>
          <Trans
            text="You ship to the United States, Canada, Mexico, and the United Kingdom, at the shipping rate under <link>Store</link>. Zones let you ship elsewhere, and offer several methods. A <link2>preset</link2> sets up zones, currency, and taxes in one step."
            parts={{
              link: <Link className="underline" to={settingsAddress('store', 'shippingRate')} />,
              link2: <Link className="underline" to={settingsAddress('setup')} />,
            }}
          />
        </p>
        <May use={CHANGE}>
          <Button
            look="outline"
            onClick={() => change([firstZone(showNumber(settings.shippingRate, locale))])}
          >
            {t('Set up zones')}
          </Button>
        </May>
      </div>
    )
  const zone = opened === null ? undefined : zones[opened]
  const close = () => setOpened(null)
  const add = () => {
    change([...zones, newZone()])
    setOpened(zones.length)
  }
  return (
    <div className="space-y-6">
      <ZoneList zones={zones} onOpen={setOpened} />
      <p className="text-sale text-sm empty:hidden" role="alert">
        {zones.length === 0 && errorAt(form, 'zones')}
      </p>
      <May use={CHANGE}>
        <div className="flex flex-wrap gap-3">
          <Button look="outline" onClick={add}>
            {t('Add zone')}
          </Button>
          <Button look="quiet" onClick={() => change(null)}>
            {t('Use one rate again')}
          </Button>
        </div>
      </May>
      <p className="text-muted text-sm">
        {t(
          'Until shoppers enter an address, they see the cheapest rate of the first zone. A zone for states or postal codes is used before one for the whole country. The shipping rate under Store isn’t used.',
        )}
      </p>
      <ParcelCosts zones={zones} home={settings.business} />
      <Sheet
        isOpen={zone !== undefined}
        // The text is kept. The list marks a zone with errors.
        onClose={() => {
          void form.trigger('zones')
          close()
        }}
        side="right"
        isWide
        title={zone?.name.trim() || t('New zone')}
        footer={
          opened !== null && (
            <div className="flex flex-wrap gap-3">
              <Button onClick={async () => (await check(opened)) && close()}>{t('Done')}</Button>
              <May use={CHANGE}>
                <Button
                  look="quiet"
                  onClick={() => {
                    change(zones.filter((_, other) => other !== opened))
                    close()
                  }}
                >
                  {t('Remove zone')}
                </Button>
              </May>
            </div>
          )
        }
      >
        {zone && opened !== null && (
          <div ref={editor}>
            <Editable by={CHANGE} field="zones">
              <ZoneEditor
                key={opened}
                zone={zone}
                path={`zones.${opened}`}
                taken={zones.flatMap((other) => (other === zone ? [] : (other.countries ?? [])))}
                business={settings.business}
                onChange={(update) => changeZone(opened, update)}
              />
            </Editable>
          </div>
        )}
      </Sheet>
    </div>
  )
}

/** The place of the open zone, or null. Saving opens the first zone with an error. */
function useOpenedZone() {
  const [opened, setOpened] = useState<number | null>(null)
  const { formState } = useFormContext<PlacesValues>()
  const { submitCount, errors } = formState
  const [seenCount, setSeenCount] = useState(submitCount)
  if (seenCount !== submitCount) {
    setSeenCount(submitCount)
    const first = Array.isArray(errors.zones) ? errors.zones.findIndex(Boolean) : -1
    if (first >= 0) setOpened(first)
  }
  return [opened, setOpened] as const
}

/** Checks the open zone. If it has errors, `check` returns false, and the first one gets the focus. */
function useZoneCheck() {
  const form = useFormContext<PlacesValues>()
  const editor = useRef<HTMLDivElement>(null)
  const [failures, setFailures] = useState(0)
  // Once the errors are shown.
  useEffect(() => {
    if (failures > 0) editor.current?.querySelector<HTMLElement>('[aria-invalid], [data-error]')?.focus()
  }, [failures])
  async function check(index: number): Promise<boolean> {
    // A single zone's errors wouldn't be stored, because it is neither a field nor a list.
    await form.trigger('zones')
    const isValid = form.getFieldState(`zones.${index}`).error === undefined
    if (!isValid) setFailures((count) => count + 1)
    return isValid
  }
  return { editor, check }
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
