/** An accepted advisory, the reason, and the date (2027-01-31) of the next review. */
export type Allowed = { advisory: string; reason: string; until: string }

/** Empty is the best that it can be. */
export const ALLOWED: Allowed[] = []

type Via = string | { url: string; title: string; name: string; severity: string }
/** Output of `npm audit --json`; without `vulnerabilities` if the registry has no audit endpoint. */
export type AuditReport = {
  message?: string
  statusCode?: number
  vulnerabilities?: Record<string, { via: Via[] }>
}

export type Verdict = { kind: 'clean' | 'unknown' } | { kind: 'found'; lines: string[] }

/** @param today 2026-12-31: an expired allowance allows nothing */
export function judge(report: AuditReport, allowed: Allowed[], today: string): Verdict {
  if (!report.vulnerabilities) return { kind: 'unknown' }
  const current = new Set(allowed.filter(({ until }) => until >= today).map(({ advisory }) => advisory))
  const lines = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    // A name alone is a package whose dependency has the advisory.
    .filter((one) => typeof one !== 'string')
    .filter(({ url }) => !current.has(url.split('/').at(-1) ?? ''))
    .map(({ severity, name, title, url }) => `${severity}: ${name}: ${title} (${url})`)
  return lines.length > 0 ? { kind: 'found', lines: [...new Set(lines)] } : { kind: 'clean' }
}

/** Compared fields of package-lock.json. */
export type Lock = { packages: Record<string, { version?: string; deprecated?: string }> }

/** @returns the locked packages that their authors have deprecated, and those with a newer release in their range */
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
      return today === undefined || today === version ? [] : [`newer: ${path} ${version} → ${today}`]
    }),
  }
}
