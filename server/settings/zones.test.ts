import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})
afterEach(async () => {
  const { db } = shop.shop
  await db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
  await db.deleteFrom('audit_log').execute()
})
const save = (zones: unknown) => admin.call('PATCH /api/admin/settings', { zones: zones as [] })

const AUSTIN = { address: '12 Main Street', city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
const TORONTO = {
  address: '1 King Street',
  city: 'Toronto',
  state: 'Ontario',
  zipCode: 'M5H 1A1',
  country: 'CA',
}
const RIGA = { address: 'Dome Square 1', city: 'Riga', zipCode: '1010', country: 'LV' }
const flat = { kind: 'flat', name: 'Mail', rate: '4.90' }
const zone = (changes: object = {}) => ({ name: 'Germany', countries: ['DE'], methods: [flat], ...changes })
const saved = (changes: object = {}) => ({
  name: 'Germany',
  countries: ['DE'],
  regions: [],
  postalCodes: [],
  methods: [{ id: 'mail', kind: 'flat', name: 'Mail', rate: '4.90', freeFrom: null, days: null }],
  ...changes,
})

describe('shipping zones', () => {
  test('are saved as entered, with IDs for their methods, and disappear from the page once removed', async () => {
    const bands = [
      { upTo: '1000', rate: 3 },
      { upTo: 5000, rate: '4.50' },
    ]
    const { zones } = await save([
      zone({
        postalCodes: ['10 1', '12-'],
        methods: [
          flat,
          { ...flat, name: 'Mail!', days: { from: '2', to: 3 }, freeFrom: 75 },
          { ...flat, kind: 'weight', name: 'By weight', bands },
          { ...flat, kind: 'value', name: 'By value', bands: [{ upTo: '50', rate: '4' }] },
          {
            kind: 'pickup',
            name: '店',
            address: { address: ' Graben 12 ', city: 'Wien', zipCode: ' 1010', country: 'AT' },
          },
        ],
      }),
    ])
    const [{ methods = [], postalCodes } = {}] = zones ?? []
    expect(postalCodes).toEqual(['101', '12'])
    expect(methods.map(({ id }) => id)).toEqual(['mail', 'mail-2', 'by-weight', 'by-value', 'method'])
    expect(methods[1]).toMatchObject({ days: { from: 2, to: 3 }, freeFrom: '75.00' })
    expect(methods[2]?.bands).toEqual([
      { upTo: 1000, rate: '3.00' },
      { upTo: 5000, rate: '4.50' },
    ])
    expect(methods[3]?.bands).toEqual([{ upTo: '50.00', rate: '4.00' }])
    expect(methods[4]?.address).toEqual({
      address: 'Graben 12',
      city: 'Wien',
      state: '',
      zipCode: '1010',
      country: 'AT',
      formatted: ['Graben 12', '1010 Wien', 'Austria'],
    })
    expect(await save(zones)).toMatchObject({ zones })
    const info = () => shop.visitor().call('GET /api/shop')
    expect(await info()).toMatchObject({ hasZones: true })
    expect(await save(null)).toMatchObject({ zones: null })
    expect(await info()).not.toHaveProperty('hasZones')
  })

  test('have the codes of countries that were entered by name, and then their postal codes', async () => {
    const named = zone({
      name: 'London',
      countries: ['U.K.'],
      postalCodes: ['n1 *', 'SW1A'],
    })
    const { zones } = await save([zone({ countries: ['Deutschland', 'Greece', ' fr '] }), named])
    expect(zones?.map(({ countries, postalCodes }) => [countries, postalCodes])).toEqual([
      [['DE', 'GR', 'FR'], []],
      [['GB'], ['N1', 'SW1A']],
    ])
  })

  test('have pickup addresses with the codes of regions, and postal codes as the country writes them', async () => {
    const pickup = (name: string, address: object) => ({ kind: 'pickup', name, address })
    const { zones } = await save([zone({ methods: [pickup('Toronto', TORONTO), pickup('Riga', RIGA)] })])
    expect(zones?.[0]?.methods.map(({ address }) => [address?.state, address?.zipCode])).toEqual([
      ['ON', 'M5H 1A1'],
      ['', 'LV-1010'],
    ])
  })

  test('have the address of the business for a pickup without one', async () => {
    const business = { ...AUSTIN, legalName: 'Plinth LLC', phone: '+1 512 5550107' }
    await admin.call('PATCH /api/admin/settings', { business })
    const { zones } = await save([zone({ methods: [{ kind: 'pickup', name: 'Store' }] })])
    expect(zones?.[0]?.methods[0]?.address).toEqual(AUSTIN)
  })

  test('are saved with the codes of their places, however these are written', async () => {
    const parts = async (countries: string[], places: object) => {
      const { zones } = await save([zone({ countries, ...places })])
      return [zones?.[0]?.countries, zones?.[0]?.regions, zones?.[0]?.postalCodes]
    }
    expect(await parts(['UK', ' el ', 'fr'], {})).toEqual([['GB', 'GR', 'FR'], [], []])
    expect(await parts(['US'], { regions: 'Texas, calif., PR' })).toEqual([['US'], ['TX', 'CA', 'PR'], []])
    expect(await parts(['CA'], { regions: ['Québec', 'ont.'] })).toEqual([['CA'], ['QC', 'ON'], []])
    expect(await parts(['JP'], { regions: ['東京都'] })).toEqual([['JP'], ['Tokyo'], []])
    const codes = async (country: string, postalCodes: string) => (await parts([country], { postalCodes }))[2]
    expect(await codes('PL', '00-950, 05-, ００−９５１')).toEqual(['00950', '05', '00951'])
    expect(await codes('DE', '10000–19999, 20000 - 20999, 3*')).toEqual(['10000-19999', '20000-20999', '3'])
    expect(await codes('PL', '00-950–00-999')).toEqual(['00950-00999'])
    expect(await codes('GB', 'n1, N2 *, SW1A1AA, N19 3, BT')).toEqual(['N1', 'N2', 'SW1A 1AA', 'N19 3', 'BT'])
  })

  test('can have a method that isn’t offered above its last limit', async () => {
    const parcel = { kind: 'weight', name: 'Parcel', rate: '', bands: [{ upTo: 5000, rate: '4.90' }] }
    const { zones } = await save([zone({ methods: [flat, parcel] })])
    expect(zones?.[0]?.methods[1]).toMatchObject({ rate: null, bands: [{ upTo: 5000, rate: '4.90' }] })
    expect(await save(zones)).toMatchObject({ zones })
    await expect(save([zone({ methods: [{ ...flat, rate: '' }] })])).rejects.toMatchObject({ status: 400 })
  })

  test('are in the audit log with their earlier state, which an undo restores', async () => {
    await save([zone()])
    await save([zone({ countries: null, name: 'World' })])
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    expect(entry).toMatchObject({
      before: { zones: [saved()] },
      after: { zones: [saved({ name: 'World', countries: null })] },
    })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({ zones: [saved()] })
  })

  const method = (changes: object) => [zone({ methods: [{ ...flat, ...changes }] })]
  const banded = (upTo: unknown[]) =>
    method({ kind: 'weight', bands: upTo.map((limit) => ({ upTo: limit, rate: 1 })) })
  test.each([
    ['', [], 'Add a zone, or the shop ships nowhere'],
    ['.0.name', [zone({ name: ' ' })], 'Enter a name for the zone'],
    ['.0.countries', [zone({ countries: [] })], 'Choose a country'],
    ['.0.countries.0', [zone({ countries: ['ZZ'] })], 'Unknown country “ZZ”'],
    ['.0.countries', [zone({ countries: ['DE', 'AT', 'DE'] })], 'Germany is in this zone twice'],
    ['.0.countries', [zone({ countries: ['GB', 'UK'] })], 'The United Kingdom is in this zone twice'],
    [
      '.1.countries',
      [zone(), zone({ name: 'Europe', countries: ['AT', 'DE'] })],
      'Germany is already in the zone “Germany”',
    ],
    [
      '.1.countries',
      [zone({ countries: null }), zone({ countries: null })],
      'Everywhere else is already in the zone “Germany”',
    ],
    [
      '.1.postalCodes',
      [zone({ postalCodes: ['10'] }), zone({ postalCodes: ['1 0'] })],
      '10 is already in the zone “Germany”',
    ],
    [
      '.0.regions',
      [zone({ countries: ['US', 'AT'], regions: ['TX'] })],
      'States and postal codes need a zone with exactly one country',
    ],
    [
      '.0.postalCodes',
      [zone({ countries: ['US'], regions: ['TX'], postalCodes: ['8'] })],
      'Limit a zone to states or to postal codes, not to both',
    ],
    [
      '.0.postalCodes.0',
      [zone({ postalCodes: ['*'] })],
      'Enter the first 1 to 10 letters and digits of a postal code, or a range such as 10000–19999',
    ],
    [
      '.0.postalCodes.1',
      [zone({ postalCodes: ['10', '30000–20000'] })],
      'Enter the first 1 to 10 letters and digits of a postal code, or a range such as 10000–19999',
    ],
    [
      '.1.postalCodes',
      [zone({ postalCodes: ['1'] }), zone({ name: 'Other', postalCodes: ['10000–19999'] })],
      '10000–19999 is already in the zone “Germany”',
    ],
    [
      '.1.postalCodes',
      [
        zone({ postalCodes: ['10000-19999', '15000-16000'] }),
        zone({ name: 'Other', postalCodes: ['18', '19500-20500'] }),
      ],
      '19500–20500 overlaps 10000–19999 in the zone “Germany”',
    ],
    [
      '.0.regions',
      [zone({ countries: ['US'], regions: ['TX', 'XX'] })],
      '“XX” isn’t a state, province, or region of the United States',
    ],
    [
      '.0.regions',
      [zone({ regions: ['Bavaria'] })],
      'Addresses in Germany have no region. Use postal codes instead.',
    ],
    [
      '.1.regions',
      [zone({ countries: ['US'], regions: ['TX'] }), zone({ countries: ['US'], regions: ['Texas'] })],
      'TX is already in the zone “Germany”',
    ],
    [
      '.1.countries',
      [zone({ countries: ['US'], regions: ['PR'] }), zone({ countries: ['PR'] })],
      'Puerto Rico is already in the zone “Germany”',
    ],
    ['.0.countries', [zone({ countries: ['DE', 'Germany'] })], 'Germany is in this zone twice'],
    [
      '.1.countries',
      [zone(), zone({ countries: ['Deutschland'] })],
      'Germany is already in the zone “Germany”',
    ],
    [
      '.0.postalCodes.0',
      [zone({ countries: ['Great Britain'], postalCodes: ['12345'] })],
      'Enter the first 1 to 10 letters and digits of a postal code, or a range such as 10000–19999',
    ],
    ['.0.methods', [zone({ methods: [] })], 'Add a shipping method'],
    ['.0.methods.0.name', method({ name: '' }), 'Enter a name that shoppers see'],
    ['.0.methods.1.name', [zone({ methods: [flat, flat] })], 'Another method of this zone is named “Mail”'],
    ['.0.methods.0.rate', method({ rate: '' }), 'Enter a rate'],
    ['.0.methods.0.rate', method({ rate: '-1' }), 'Must be an amount such as 49.99'],
    ['.0.methods.0.rate', method({ rate: '1000' }), 'Rate must be at most $999.99'],
    ['.0.methods.0.freeFrom', method({ freeFrom: '0' }), 'Enter an amount above 0, or leave it empty'],
    ['.0.methods.0.days.to', method({ days: { from: 3, to: 2 } }), 'The last day can’t be before the first'],
    [
      '.0.methods.0.days.from',
      method({ days: { from: 1.5, to: 2 } }),
      'Days must be a whole number from 0 to 120',
    ],
    ['.0.methods.0.kind', method({ kind: 'rocket' }), 'Choose how the rate is calculated'],
    ['.0.methods.0.bands', banded([]), 'Add a limit, or choose a flat rate'],
    ['.0.methods.0.bands.1.upTo', banded([2000, 2000]), 'Limits must increase from line to line'],
    ['.0.methods.0.bands.0.upTo', banded(['0']), 'Enter a weight in grams from 1 to 10,000,000'],
    [
      '.0.methods.0.address.address',
      method({ kind: 'pickup' }),
      'Enter the address where orders are picked up',
    ],
    [
      '.0.methods.0.address.state',
      method({ kind: 'pickup', address: { ...AUSTIN, state: 'Atlantis' } }),
      'Please select a state',
    ],
    [
      '.0.methods.0.address.state',
      method({ kind: 'pickup', address: { ...TORONTO, state: 'Atlantis' } }),
      'Please enter a state, province, or region of Canada, such as Alberta or AB',
    ],
    [
      '.0.methods.0.address.zipCode',
      method({ kind: 'pickup', address: { ...AUSTIN, country: 'AT', zipCode: '78701' } }),
      'Please enter a postal code such as 1010',
    ],
    [
      '.0.methods.0.address.country',
      method({ kind: 'pickup', address: { ...AUSTIN, country: 'ZZ' } }),
      'Please select a country',
    ],
  ])('are rejected at zones%s: %j', async (path, zones, message) => {
    await expect(save(zones)).rejects.toMatchObject({
      status: 400,
      errors: [{ path: `zones${path}`, message }],
    })
  })
})
