import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The walls of the house (CONTRIBUTING.md). A broken one is named by file, line and rule. */

const ROOT = join(import.meta.dirname, '..')
const ROOMS = ['contract', 'server', 'web', 'sandbox']
/** Low to high: a slice may call slices of its own tier and below. */
const TIERS = [
  ['settings', 'audit', 'stock', 'webhooks'],
  ['images', 'catalog', 'cart', 'pricing', 'favorites', 'reviews'],
  ['orders'],
  ['payments'],
  ['checkout', 'returns'],
  ['accounts', 'agents', 'contact', 'newsletter', 'sync', 'admin', 'pages'],
]
const PRIVATE_FILES = ['routes.ts', 'admin-routes.ts', 'jobs.ts', 'stripe.ts', 'google.ts', 'shopify.ts']
const VAGUE_NAMES = /(^|[/-])(utils?|helpers?|common|manager|service|misc)(\.tsx?|\/|-)/

type Import = { line: number; target: string; isTypeOnly: boolean }
type Source = { path: string; lines: string[]; imports: Import[]; isTest: boolean }

const sources = ROOMS.flatMap((room) => filesIn(room)).map(readSource)
const code = sources.filter((source) => !source.isTest)

describe('the rooms', () => {
  test('contract imports nothing of ours, and zod and the transliteration of slugs only', () => {
    const allowed = ['zod', '@sindresorhus/transliterate']
    holds('contract', ({ target }) => target.startsWith('contract/') || allowed.includes(target))
  })
  test('web imports contract and itself only', () => {
    holds('web', ({ target }) => !isOurs(target) || /^(web|contract)\//.test(target))
  })
  test('server imports contract and itself only', () => {
    holds('server', ({ target }) => !isOurs(target) || /^(server|contract)\//.test(target))
  })
  test('sandbox imports nothing of ours', () => {
    holds('sandbox', ({ target }) => !isOurs(target) || target.startsWith('sandbox/'))
  })
  test('the contract is reached by its alias', () => {
    const broken = code.flatMap((source) =>
      source.lines.flatMap((line, index) =>
        !source.path.startsWith('contract/') && /from '(\.\.\/)+contract\//.test(line)
          ? [at(source, index + 1)]
          : [],
      ),
    )
    expect(broken).toEqual([])
  })
})

describe('the floors of the server', () => {
  test('platform knows no slice', () => {
    holds('server/platform', ({ target }) =>
      isOurs(target) ? /^(contract|server\/platform)\/|^server\/(errors|config)\.ts$/.test(target) : true,
    )
  })
  test('a slice calls its own tier and lower ones only', () => {
    holds('server', ({ target }, source) => {
      const [from, to] = [tierOf(source.path), tierOf(target)]
      return from < 0 || to < 0 || to <= from
    })
  })
  test("nobody reaches into another slice's routes, jobs or outside services", () => {
    holds('server', ({ target }, source) => {
      const isTableOfContents = /^server\/(app|jobs)\.ts$/.test(source.path)
      const isForeign = target.startsWith('server/') && sliceOf(target) !== sliceOf(source.path)
      return !(isForeign && PRIVATE_FILES.includes(target.split('/').at(-1) ?? '')) || isTableOfContents
    })
  })
  test('SQL stands in queries.ts and in platform only', () => {
    const allowed = /^server\/(platform\/|[^/]+\/([a-z-]+\/)?(([a-z]+-)?queries|search)\.ts$)/
    absent(
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[<`]/,
      (path) => path.startsWith('server/') && !allowed.test(path),
    )
  })
  test('each table is written by one slice only', () => {
    const writers = new Map<string, Set<string>>()
    for (const { path, lines } of code) {
      for (const [, table] of lines
        .join('\n')
        .matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g)) {
        writers.set(table ?? '', (writers.get(table ?? '') ?? new Set()).add(sliceOf(path) || dirname(path)))
      }
    }
    expect(
      [...writers]
        .filter(([, slices]) => slices.size > 1)
        .map(([table, slices]) => `${table}: ${[...slices]}`),
    ).toEqual([])
  })
  test('only config.ts reads the environment', () => {
    absent(/process\.env/, (path) => /^(server|sandbox)\//.test(path) && !path.endsWith('/config.ts'))
  })
  test('only clock.ts and ids.ts know time and chance', () => {
    const allowed = ['server/platform/clock.ts', 'server/platform/ids.ts']
    absent(
      /Date\.now\(|new Date\(\)|Math\.random|random(Bytes|UUID|Int)\b/,
      (path) => path.startsWith('server/') && !allowed.includes(path),
    )
  })
})

describe('what is loaded when it is first asked for', () => {
  test('the protocol of agents: its packages take memory that most shops never need', () => {
    const users = code.filter(({ imports }) =>
      imports.some(({ target, isTypeOnly }) => !isTypeOnly && target.startsWith('@modelcontextprotocol/')),
    )
    expect(users.map(({ path }) => path)).toEqual(['server/agents/protocol.ts'])
    absent(/^import (?!type)[^(]* from '[^']*\/protocol\.ts'/, (path) => path.startsWith('server/'))
  })
})

describe('the floors of the web', () => {
  test('platform and ui know no slice', () => {
    const own = /^(contract|web\/platform|web\/ui)\//
    holds('web/platform', ({ target }) => !isOurs(target) || own.test(target))
    holds('web/ui', ({ target }) => !isOurs(target) || own.test(target))
  })
  test('slices know neither layout nor routes', () => {
    holds('web', ({ target }, source) => {
      const isAbove = /^web\/(layout|routes)\//.test(source.path) || !source.path.slice(4).includes('/')
      return isAbove || !/^web\/(layout|routes)\//.test(target)
    })
  })
})

describe('the house rules', () => {
  test('.tsx stands in web only', () => {
    expect(sources.filter(({ path }) => path.endsWith('.tsx') && !path.startsWith('web/'))).toEqual([])
  })
  test('names come from the trade', () => {
    expect(sources.map(({ path }) => path).filter((path) => VAGUE_NAMES.test(path))).toEqual([])
  })
})

/** Every import of the files below `folder` keeps the rule. */
function holds(folder: string, rule: (one: Import, source: Source) => boolean) {
  const broken = code
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .flatMap((source) =>
      source.imports
        .filter((one) => !rule(one, source))
        .map((one) => `${at(source, one.line)} imports ${one.target}`),
    )
  expect(broken).toEqual([])
}

/** No line of the files for which `applies` holds matches the pattern. */
function absent(pattern: RegExp, applies: (path: string) => boolean) {
  const broken = code
    .filter(({ path }) => applies(path))
    .flatMap((source) =>
      source.lines.flatMap((line, index) =>
        pattern.test(line) ? [`${at(source, index + 1)} ${line.trim()}`] : [],
      ),
    )
  expect(broken).toEqual([])
}

function at(source: Source, line: number): string {
  return `${source.path}:${line}`
}

function isOurs(target: string): boolean {
  return /^(contract|server|web|sandbox|tests|scripts|db)\//.test(target)
}

function sliceOf(path: string): string {
  return /^server\/([^/]+)\//.exec(path)?.[1] ?? ''
}

function tierOf(path: string): number {
  return TIERS.findIndex((tier) => tier.includes(sliceOf(path)))
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imports = [
    ...text.matchAll(/(?:(import|export)\s+(type\s+)?[^'";]*?from\s*|(?<!\/)import\s*\(?\s*)'([^']+)'/g),
  ].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    target: resolve(path, match[3] ?? ''),
    isTypeOnly: match[2] !== undefined,
  }))
  return { path, lines: text.split('\n'), imports, isTest: /\.test\.tsx?$|\/given\.tsx?$/.test(path) }
}

function resolve(path: string, target: string): string {
  if (target.startsWith('#contract/')) return target.slice(1)
  return target.startsWith('.') ? normalize(join(dirname(path), target)) : target
}
