import { describe, expect, test } from 'vitest'
import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { listRegions, resolveCountry, resolveRegion, spelledRegions } from './places.ts'

describe('a country', () => {
  test.each([
    ['de', 'DE'],
    [' DE ', 'DE'],
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['ALLEMAGNE', 'DE'],
    ['ドイツ', 'DE'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['Scotland', 'GB'],
    ['EL', 'GR'],
    ['Ελλάδα', 'GR'],
    ['U.S.A.', 'US'],
    ['the United States', null],
    ['United States', 'US'],
    ['Osterreich', 'AT'],
    ['Côte d’Ivoire', 'CI'],
    ['ZZ', null],
    ['EU', null],
    ['Atlantis', null],
    ['', null],
  ])('%j is %j', (typed, code) => {
    expect(resolveCountry(typed)).toBe(code)
  })

  test('is found by its code and its English name', () => {
    const names = new Intl.DisplayNames('en-US', { type: 'region' })
    for (const code of ADDRESS_COUNTRIES.map(isoCountry)) {
      expect(resolveCountry(code)).toBe(code)
      expect(resolveCountry(names.of(code) ?? ''), code).toBe(code)
    }
  })
})

describe('a region', () => {
  test.each([
    ['CA', 'ON', 'ON'],
    ['CA', 'Ontario', 'ON'],
    ['CA', 'ont.', 'ON'],
    ['CA', 'CA-ON', 'ON'],
    ['CA', 'QC', 'QC'],
    ['CA', 'Quebec', 'QC'],
    ['CA', 'Québec', 'QC'],
    ['CA', 'Que.', 'QC'],
    ['CA', 'PQ', 'QC'],
    ['CA', 'Province of Quebec', 'QC'],
    ['CA', 'B.C.', 'BC'],
    ['CA', 'ｏｎ', 'ON'],
    ['CA', 'Yukon Territory', 'YT'],
    ['CA', 'Atlantis', null],
    ['CA', 'Texas', null],
    ['CA', '', null],
    ['US', 'Texas', 'TX'],
    ['US', 'Tex.', 'TX'],
    ['US', 'D.C.', 'DC'],
    ['US', 'Puerto Rico', 'PR'],
    ['US', 'Armed Forces Europe', 'AE'],
    ['US', 'XX', null],
    ['US', 'Palau', null],
    ['MX', 'Jalisco', 'JAL'],
    ['MX', 'CDMX', 'CMX'],
    ['MX', 'Nuevo Leon', 'NLE'],
    ['MX', 'N.L.', 'NLE'],
    ['ES', 'Las Palmas', 'GC'],
    ['ES', 'Alicante/Alacant', 'A'],
    ['ES', 'Araba', 'VI'],
    ['IE', 'County Dublin', 'D'],
    ['IE', 'Dublin', 'D'],
    ['JP', '東京都', 'Tokyo'],
    ['JP', '東京', 'Tokyo'],
    ['JP', 'Tokyo-to', 'Tokyo'],
    ['JP', '13', 'Tokyo'],
    ['KR', '경기도', 'Gyeonggi-do'],
    ['TW', '臺北市', 'TPE'],
    ['TR', 'Adiyaman', 'Adıyaman'],
    ['RU', 'Амурская область', 'AMU'],
    ['BR', 'Sao Paulo', 'SP'],
    ['IN', 'Andaman and Nicobar', 'AN'],
    ['DE', 'Baden-Württemberg', null],
    ['GB', 'Kent', null],
    ['ZZ', 'ON', null],
  ])('in %s, %j is %j', (country, typed, code) => {
    expect(resolveRegion(country, typed)).toBe(code)
  })

  test('is found by its code and by each name that no other region has', () => {
    for (const country of ADDRESS_COUNTRIES.map(isoCountry))
      for (const [code, ...names] of spelledRegions(country))
        for (const name of [code, ...names])
          expect(`${country} ${name} ${resolveRegion(country, name)}`).toBe(`${country} ${name} ${code}`)
  })

  test('is in the list of those that an address can have', () => {
    expect(listRegions('CA')).toHaveLength(13)
    expect(listRegions('CA')[0]).toEqual({ code: 'AB', name: 'Alberta' })
    expect(listRegions('US')).toHaveLength(59)
    expect(listRegions('DE')).toEqual([])
    expect(listRegions('AD')).toEqual([])
  })
})
