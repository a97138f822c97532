import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listTests, type NamedTest } from './spec-tests.ts'

/**
 * Every sentence of docs/spec.md and the tests that hold the shop to it. tests/spec-trace/ says which; this script looks that
 * the sentences are all there and the tests by their names, and writes docs/spec-trace.md. With --check it only compares.
 */

const root = join(import.meta.dirname, '..')
const TRACE = join(root, 'docs/spec-trace.md')

/** The tests of a sentence as `file › title`; `note` says what was decided where the sentence is replaced or left open. */
export type Traced = { note?: string; tests: string[] }
export type Sentence = { id: string; text: string; section: string }

if (import.meta.main) process.exitCode = main(process.argv.includes('--check'))

function main(isCheck: boolean): number {
  const sentences = sentencesIn(readFileSync(join(root, 'docs/spec.md'), 'utf8'))
  const traced = readTraced()
  const tests = listTests()
  const problems = problemsOf(sentences, traced, tests)
  const page = pageOf(sentences, traced)
  if (isCheck && problems.length === 0 && readFileSync(TRACE, 'utf8') !== page)
    problems.push('docs/spec-trace.md is out of date: npm run spec-trace writes it')
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return 1
  if (!isCheck) writeFileSync(TRACE, page)
  console.log(summaryOf(sentences, traced))
  return 0
}

/** Sentences begin with their id in brackets, `[2.16]`, and end where the next one begins, or with the line. */
export function sentencesIn(spec: string): Sentence[] {
  let section = ''
  return spec.split('\n').flatMap((line) => {
    if (line.startsWith('#')) section = line
    return [...line.matchAll(/\[(\d\.\d+)\] (.*?)(?=\s*\[\d\.\d+\] |$)/g)].map(([, id = '', text = '']) => ({
      id,
      text: text.replace(/ \|$/, '').replaceAll(' | ', ' · '),
      section,
    }))
  })
}

/** What is wrong, a line each: a sentence without id, without test, or with a test that is not there. */
export function problemsOf(sentences: Sentence[], traced: Map<string, Traced>, tests: NamedTest[]): string[] {
  const names = new Set(tests.map(nameOf))
  const ids = new Set(sentences.map(({ id }) => id))
  return [
    ...sentences.flatMap(({ id, text }, place) =>
      sentences.findIndex((other) => other.id === id) < place ? [`[${id}] stands twice: ${text}`] : [],
    ),
    ...sentences.flatMap(({ id, text }) =>
      (traced.get(id)?.tests.length ?? 0) > 0 ? [] : [`[${id}] has no test: ${text}`],
    ),
    ...[...traced].flatMap(([id, { tests }]) => [
      ...(ids.has(id) ? [] : [`[${id}] is no sentence of docs/spec.md`]),
      ...tests.flatMap((name) => (names.has(name) ? [] : [`[${id}] there is no test: ${name}`])),
    ]),
  ]
}

export function nameOf({ file, title }: NamedTest): string {
  return `${file} › ${title}`
}

function readTraced(): Map<string, Traced> {
  const folder = join(root, 'tests/spec-trace')
  return new Map(
    readdirSync(folder)
      .sort()
      .flatMap((file) => {
        const section = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Traced>
        return Object.entries(section)
      }),
  )
}

function pageOf(sentences: Sentence[], traced: Map<string, Traced>): string {
  const lines = [
    '# The specification and its tests',
    '',
    `${summaryOf(sentences, traced)} \`npm run spec-trace\` writes this page from [the specification](spec.md), \`tests/spec-trace/\` and the names of the tests; \`npm test\` fails when a sentence has no test, or a test is not there any more.`,
  ]
  let section = ''
  for (const sentence of sentences) {
    if (sentence.section !== section) lines.push('', sentence.section.replace(/^# .*/, '## Before section 1'))
    section = sentence.section
    const { note, tests = [] } = traced.get(sentence.id) ?? {}
    lines.push('', `**${sentence.id}** ${sentence.text}`, '')
    if (note) lines.push(`*${note}*`, '')
    lines.push(...tests.map(linkOf))
  }
  return `${lines.join('\n')}\n`
}

function linkOf(name: string): string {
  const [file = '', ...title] = name.split(' › ')
  return `- [${file}](../${file}): ${title.join(' › ')}`
}

function summaryOf(sentences: Sentence[], traced: Map<string, Traced>): string {
  const used = new Set([...traced.values()].flatMap(({ tests }) => tests))
  return `${sentences.length} sentences, held by ${used.size} tests.`
}
