import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { parseSync } from 'vite'

/** A test as its file names it: `title` begins with what the describes around it say. */
export type NamedTest = { file: string; title: string }

type Syntax = { type: string; [key: string]: unknown }

const root = join(import.meta.dirname, '..')

/** Every test of the repository that runs, read from the files without running one. */
export function listTests(): NamedTest[] {
  return globSync('{contract,server,web,sandbox,scripts,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .sort()
    .flatMap((file) => testsIn(file, readFileSync(join(root, file), 'utf8')))
}

/** A title made from values stands as its source has it: `%s is refused`, `` `${path} is closed` ``. */
export function testsIn(file: string, source: string): NamedTest[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const tests: NamedTest[] = []
  // `const blocking = test.extend({ … })` is a test by another name.
  const others = [...source.matchAll(/const (\w+) = test\.extend\b/g)].map(([, name = '']) => name)
  visit(program, [])
  return tests

  function visit(node: unknown, around: string[]): void {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, around)
    } else if (isSyntax(node)) {
      const call = node.type === 'CallExpression' ? calledBy(node.callee, others) : undefined
      const words = call && titleIn(node)
      if (call?.name === 'test' && words !== undefined && call.runs) {
        tests.push({ file, title: [...around, words].join(' › ') })
      }
      const inside = call?.name === 'describe' && words !== undefined ? [...around, words] : around
      if (call?.runs !== false) for (const child of Object.values(node)) visit(child, inside)
    }
  }

  function titleIn(call: Syntax): string | undefined {
    const [title, ...rest] = call.arguments as Syntax[]
    if (!title || rest.length === 0) return undefined
    if (title.type === 'Literal' && typeof title.value === 'string') return title.value
    if (title.type !== 'TemplateLiteral') return undefined
    return source.slice(Number(title.start) + 1, Number(title.end) - 1)
  }
}

/** `test(`, `it.each(…)(`, `test.describe(`: what is called in the end, and whether it runs. */
function calledBy(callee: unknown, others: string[]) {
  const [first = '', ...rest] = wordsOf(callee)
  const words = [others.includes(first) ? 'test' : first, ...rest]
  const runs = !words.some((word) => ['skip', 'todo', 'fixme', 'fails'].includes(word))
  if (words.some((word) => ['use', 'step', 'beforeEach', 'afterEach', 'setTimeout', 'slow'].includes(word)))
    return undefined
  if (words[0] === 'describe' || words[1] === 'describe') return { name: 'describe', runs } as const
  return words[0] === 'test' || words[0] === 'it' ? ({ name: 'test', runs } as const) : undefined
}

function wordsOf(callee: unknown): string[] {
  if (!isSyntax(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'CallExpression') return wordsOf(callee.callee)
  if (callee.type !== 'MemberExpression' || !isSyntax(callee.property)) return []
  return [...wordsOf(callee.object), String(callee.property.name)]
}

function isSyntax(node: unknown): node is Syntax {
  return typeof node === 'object' && node !== null && 'type' in node
}
