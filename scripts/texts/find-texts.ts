import { parseSync } from 'vite'
import { parseMessage } from '../../contract/language/parse-message.ts'

type FoundText = { text: string; line: number }
/** @property problems sentences, each with its line */
export type Found = { texts: FoundText[]; problems: FoundText[] }

type Node = { type: string; start: number; [key: string]: unknown }
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/**
 * Finds the texts of a source file: the first arguments of `t` and `english` (contract/language/language.ts), and the
 * attribute `text` of `Trans`.
 */
export function findTexts(path: string, code: string): Found {
  const found: Found = { texts: [], problems: [] }
  const lineOf = ({ start }: Node) => code.slice(0, start).split('\n').length

  function add(node: Node, value: unknown) {
    const line = lineOf(node)
    const problem = problemOf(value)
    if (typeof value === 'string' && problem === null) found.texts.push({ text: value, line })
    else found.problems.push({ text: problem ?? 'The text must be a string literal.', line })
  }

  function visit(value: unknown, isInFunction: boolean): void {
    if (Array.isArray(value)) for (const one of value) visit(one, isInFunction)
    if (!isNode(value)) return
    const callee = value.type === 'CallExpression' && isNode(value.callee) ? value.callee.name : null
    if (callee === 't' || callee === 'english') {
      add(value, literalOf(Array.isArray(value.arguments) ? value.arguments[0] : null))
      if (callee === 't' && !isInFunction)
        found.problems.push({
          text: 't() of a module has no language yet. Use english().',
          line: lineOf(value),
        })
    }
    if (value.type === 'JSXOpeningElement' && isNode(value.name) && value.name.name === 'Trans')
      add(value, textOfTrans(value.attributes))
    const isFunction = FUNCTIONS.includes(value.type)
    for (const part of Object.values(value)) visit(part, isInFunction || isFunction)
  }

  visit(parseSync(path, code).program, false)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const literalOf = (node: unknown) => (isNode(node) && node.type === 'Literal' ? node.value : null)

function textOfTrans(attributes: unknown): unknown {
  const all = Array.isArray(attributes) ? attributes.filter(isNode) : []
  const text = all.find(({ name }) => isNode(name) && name.name === 'text')?.value
  return isNode(text) && text.type === 'JSXExpressionContainer' ? literalOf(text.expression) : literalOf(text)
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  try {
    parseMessage(value)
    return null
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}
