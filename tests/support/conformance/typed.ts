import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sample } from './traffic.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'test-results/conformance')

export type Deviation = { where: string; type: string; what: string }

/**
 * Writes each sample as a literal of its type, so the compiler reports missing and unknown fields, values outside a
 * union, and wrong types.
 * @param head imports and types that the samples use
 */
export function checkTypes(head: string[], samples: Sample[]): Deviation[] {
  mkdirSync(FOLDER, { recursive: true })
  const lines = samples.map(
    ({ type, value }, index) => `export const sample${index}: ${type} = ${JSON.stringify(value)}`,
  )
  writeFileSync(join(FOLDER, 'samples.ts'), [...head, ...lines, ''].join('\n'))
  const options = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', types: ['node'] }
  writeFileSync(
    join(FOLDER, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['samples.ts'] }),
  )
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', FOLDER],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  return stdout
    .split(/\n(?=\S)/)
    .filter((message) => message.trim() !== '')
    .map((message) => {
      const [, line, what = message] = /samples\.ts\((\d+),\d+\): (.*)$/s.exec(message) ?? []
      const sample = samples[Number(line) - 1 - head.length]
      if (!sample) throw new Error(message)
      return { where: sample.where, type: sample.type, what: what.trim() }
    })
}

/** Writes a package's declaration file next to the samples. */
export function keepDeclarations(name: string, content: Buffer) {
  const file = join(FOLDER, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
