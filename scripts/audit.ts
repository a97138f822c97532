import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALLOWED, type AuditReport, judge, judgeReleases, type Lock } from './audit-report.ts'

/**
 * Looks for known vulnerabilities in the shop's dependencies. Exits with 1 for an advisory that isn't accepted or a package
 * that its authors have deprecated, and with 2 if the registry serves no advisories, so only releases could be compared.
 */
const report = JSON.parse(npm('audit', '--json') || '{}') as AuditReport
const verdict = judge(report, ALLOWED, new Date().toISOString().slice(0, 10))
if (verdict.kind === 'found') {
  console.error(verdict.lines.join('\n'))
  process.exitCode = 1
} else if (verdict.kind === 'unknown') {
  const { deprecated, newer } = judgeReleases(lockIn('.'), resolveAfresh())
  console.error(
    `This registry serves no advisories (${report.statusCode ?? report.message ?? 'no response'}).`,
  )
  console.error(
    `Compared releases instead: ${deprecated.length} deprecated, ${newer.length} with a newer release.`,
  )
  console.error([...deprecated, ...newer].join('\n'))
  process.exitCode = deprecated.length > 0 ? 1 : 2
} else {
  console.log(`No known vulnerabilities, ${ALLOWED.length} allowed.`)
}

/** Returns the lock file that npm would create today, with the newest release in each range and any deprecation notice. */
function resolveAfresh(): Lock {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-audit-'))
  try {
    for (const file of ['package.json', '.npmrc']) copyFileSync(file, join(folder, file))
    npm('install', '--package-lock-only', '--ignore-scripts', '--prefix', folder)
    return lockIn(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function lockIn(folder: string): Lock {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock
}

function npm(...args: string[]): string {
  return spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout
}
