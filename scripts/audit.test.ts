import { describe, expect, test } from 'vitest'
import { ALLOWED, judge } from './audit-report.ts'

const advisory = {
  url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc',
  title: 'Takes for ever',
  name: 'left-pad',
  severity: 'high',
}
const report = { vulnerabilities: { 'left-pad': { via: [advisory] }, pad: { via: ['left-pad'] } } }
const allowed = (until: string) => [{ advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'Not reached.', until }]

describe('npm run audit', () => {
  test('names each flaw once, with its severity', () => {
    expect(judge(report, [], '2026-12-01')).toEqual({
      kind: 'found',
      lines: [`high: left-pad: Takes for ever (${advisory.url})`],
    })
  })

  test('lets pass what is allowed, until its day is over', () => {
    expect(judge(report, allowed('2026-12-31'), '2026-12-31')).toEqual({ kind: 'clean' })
    expect(judge(report, allowed('2026-12-31'), '2027-01-01')).toMatchObject({ kind: 'found' })
  })

  test('does not call a registry that says nothing clean', () => {
    expect(judge({ message: '405' }, [], '2026-12-01')).toEqual({ kind: 'unknown' })
    expect(judge({ vulnerabilities: {} }, [], '2026-12-01')).toEqual({ kind: 'clean' })
  })

  test('has a reason and a day for each that is allowed', () => {
    for (const { reason, until } of ALLOWED) {
      expect(reason.length).toBeGreaterThan(20)
      expect(until).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })
})
