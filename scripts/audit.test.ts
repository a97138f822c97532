import { describe, expect, test } from 'vitest'
import { ALLOWED, judge, judgeReleases } from './audit-report.ts'

const advisory = {
  url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc',
  title: 'Takes forever',
  name: 'left-pad',
  severity: 'high',
}
const report = { vulnerabilities: { 'left-pad': { via: [advisory] }, pad: { via: ['left-pad'] } } }
const allowed = (until: string) => [{ advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'Not reached.', until }]

describe('npm run audit', () => {
  test('lists each vulnerability once, with its severity', () => {
    expect(judge(report, [], '2026-12-01')).toEqual({
      kind: 'found',
      lines: [`high: left-pad: Takes forever (${advisory.url})`],
    })
  })

  test('accepts allowed advisories until they expire', () => {
    expect(judge(report, allowed('2026-12-31'), '2026-12-31')).toEqual({ kind: 'clean' })
    expect(judge(report, allowed('2026-12-31'), '2027-01-01')).toMatchObject({ kind: 'found' })
  })

  test('does not report success when the registry returns nothing', () => {
    expect(judge({ message: '405' }, [], '2026-12-01')).toEqual({ kind: 'unknown' })
    expect(judge({ vulnerabilities: {} }, [], '2026-12-01')).toEqual({ kind: 'clean' })
  })

  test('compares releases if the registry serves no advisories', () => {
    const lock = (version: string, deprecated?: string) => ({
      packages: {
        '': { version: '1.0.0', deprecated: 'not a dependency' },
        'node_modules/pad': { version, deprecated },
      },
    })
    expect(judgeReleases(lock('1.0.0'), lock('1.0.0'))).toEqual({ deprecated: [], newer: [] })
    expect(judgeReleases(lock('1.0.0'), lock('1.0.1'))).toEqual({
      deprecated: [],
      newer: ['newer: node_modules/pad 1.0.0 → 1.0.1'],
    })
    expect(judgeReleases(lock('1.10.0'), lock('1.9.3')).newer).toEqual([])
    expect(judgeReleases(lock('1.0.0-beta.2'), lock('1.0.0-beta.10')).newer).toHaveLength(1)
    expect(judgeReleases(lock('1.0.0'), lock('1.0.0-beta.10')).newer).toEqual([])
    const deprecated = ['deprecated: node_modules/pad 1.0.0: Takes forever']
    expect(judgeReleases(lock('1.0.0'), lock('1.0.0', 'Takes forever'))).toEqual({ deprecated, newer: [] })
    expect(judgeReleases(lock('1.0.0', 'Takes forever'), lock('1.0.1')).deprecated).toEqual(deprecated)
    expect(judgeReleases(lock('1.0.0'), lock('1.0.1', 'Takes forever')).deprecated).toEqual([])
  })

  test('has a reason and a review date for each accepted advisory', () => {
    for (const { reason, until } of ALLOWED) {
      expect(reason.length).toBeGreaterThan(20)
      expect(until).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })
})
