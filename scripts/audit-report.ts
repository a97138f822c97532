import { gt } from 'semver'

/** An accepted advisory, the reason, and the date of the next review, such as 2027-01-31. */
export type Allowed = { advisory: string; reason: string; until: string }

/** Advisories that `npm run audit` accepts. */
export const ALLOWED: Allowed[] = []

type Via = string | { url: string; title: string; name: string; severity: string }
/** Output of `npm audit --json`, without `vulnerabilities` if the registry has no audit endpoint. */
export type AuditReport = {
  message?: string
  statusCode?: number
  vulnerabilities?: Record<string, { via: Via[] }>
}

export type Verdict = { kind: 'clean' | 'unknown' } | { kind: 'found'; lines: string[] }

/** @param today a date such as 2026-12-31; accepted advisories whose review date has passed are reported */
export function judge(report: AuditReport, allowed: Allowed[], today: string): Verdict {
  if (!report.vulnerabilities) return { kind: 'unknown' }
  const current = new Set(allowed.filter(({ until }) => until >= today).map(({ advisory }) => advisory))
  const lines = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    // A string names a dependency that has the advisory, so it isn't counted again.
    .filter((one) => typeof one !== 'string')
    .filter(({ url }) => !current.has(url.split('/').at(-1) ?? ''))
    .map(({ severity, name, title, url }) => `${severity}: ${name}: ${title} (${url})`)
  return lines.length > 0 ? { kind: 'found', lines: [...new Set(lines)] } : { kind: 'clean' }
}

/** The fields of package-lock.json that are compared. */
export type Lock = { packages: Record<string, { version?: string; deprecated?: string }> }

/** Returns the locked packages that their authors have deprecated, and those with a newer release in their range. */
export function judgeReleases(locked: Lock, fresh: Lock): { deprecated: string[]; newer: string[] } {
  const packages = Object.entries(locked.packages).filter(([path]) => path !== '')
  return {
    deprecated: packages.flatMap(([path, { version, deprecated }]) => {
      const today = fresh.packages[path]
      const reason = deprecated ?? (today?.version === version ? today?.deprecated : undefined)
      return reason === undefined ? [] : [`deprecated: ${path} ${version}: ${reason}`]
    }),
    newer: packages.flatMap(([path, { version }]) => {
      const today = fresh.packages[path]?.version
      return today && version && gt(today, version) ? [`newer: ${path} ${version} → ${today}`] : []
    }),
  }
}
