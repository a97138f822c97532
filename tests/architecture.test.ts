import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Fault } from './mutations/seeded-copy.ts'

/** Rules of CONTRIBUTING.md that aren't about imports. The import rules are in .dependency-cruiser.cjs. */

const ROOT = join(import.meta.dirname, '..')
const VAGUE_NAMES = /(^|[/-])(utils?|helpers?|common|manager|service|misc)(\.tsx?|\/|-)/

const paths = globSync('{contract,server,web,sandbox}/**/*.{ts,tsx}', { cwd: ROOT })
const code = paths
  .filter((path) => !/\.test\.tsx?$|\/fixtures\.tsx?$/.test(path))
  .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n') }))

describe('the code', () => {
  test('has SQL only in queries files and in platform folders', () => {
    const allowed = /^server\/(platform\/|[^/]+\/([a-z-]+\/)?((?:[a-z]+-)*queries|search)\.ts$)/
    absent(
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[<`]/,
      (path) => path.startsWith('server/') && !allowed.test(path),
    )
  })
  test('reads the environment only in config.ts', () => {
    absent(/process\.env/, (path) => /^(server|sandbox)\//.test(path) && !path.endsWith('/config.ts'))
  })
  test('reads time and randomness only in clock.ts and ids.ts', () => {
    const allowed = ['server/platform/clock.ts', 'server/platform/ids.ts']
    absent(
      /Date\.now\(|new Date\(\)|Math\.random|random(Bytes|UUID|Int)\b/,
      (path) => path.startsWith('server/') && !allowed.includes(path),
    )
  })
  test('has .tsx files only in web', () => {
    expect(paths.filter((path) => path.endsWith('.tsx') && !path.startsWith('web/'))).toEqual([])
  })
  test('has no vague file names', () => {
    expect(paths.filter((path) => VAGUE_NAMES.test(path))).toEqual([])
  })
})

test('each fault of tests/mutations still finds the text that it changes', async () => {
  const modules = await Promise.all(
    globSync('tests/mutations/faults/*.ts', { cwd: ROOT }).map(
      (path) => import(join(ROOT, path)) as Promise<Record<string, Fault[]>>,
    ),
  )
  const faults = modules.flatMap((module) => Object.values(module).flat())
  expect(faults.length).toBeGreaterThan(100)
  const stale = faults.filter(
    ({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2,
  )
  expect(stale.map(({ title }) => title)).toEqual([])
})

/** Checks that no line matches the pattern in files that `applies` accepts. */
function absent(pattern: RegExp, applies: (path: string) => boolean) {
  const broken = code
    .filter(({ path }) => applies(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    )
  expect(broken).toEqual([])
}
