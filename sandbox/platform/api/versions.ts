/** The versions that are supported, oldest first. They are fixed, so that no test depends on the calendar. */
export const supportedVersions = ['2026-01', '2026-04', '2026-07', '2026-10'] as const

/** Which version answers: a dead one falls forward to the oldest that lives; null when there is no such version. */
export function versionFor(asked: string): string | null {
  if (asked === 'unstable' || supportedVersions.some((version) => version === asked)) return asked
  const isQuarter = /^20\d\d-(01|04|07|10)$/.test(asked)
  return isQuarter && asked < supportedVersions[0] ? supportedVersions[0] : null
}
