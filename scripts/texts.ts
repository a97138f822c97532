import { globSync, readFileSync } from 'node:fs'
import { findTexts } from './texts/find-texts.ts'

/** Checks the texts of the shop: each can be found, parsed, and translated (docs/decisions/0091). */

const paths = globSync('{contract,server,web}/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$|^contract\/language\//.test(path),
)
const texts = new Set<string>()
let problems = 0
for (const path of paths) {
  const found = findTexts(path, readFileSync(path, 'utf8'))
  for (const { text } of found.texts) texts.add(text)
  for (const { text, line } of found.problems) console.error(`${path}:${line} ${text}`)
  problems += found.problems.length
}
console.log(`${texts.size} texts`)
if (problems > 0) process.exitCode = 1
