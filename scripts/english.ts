import { globSync, readFileSync } from 'node:fs'

/**
 * Rejects unidiomatic expressions in comments, texts, names, and documents (CONTRIBUTING.md). A valid use of one is listed
 * in ALLOWED with its file.
 */
const EXPRESSIONS = [
  /\b(?:[Ww]ho(?:m)?|[Ww]hat|[Ww]hich|[Ww]here)ever\b/g,
  /\b[Ss]omebody\b/g,
  /\b(?:[Ee]very|[Aa]ny)body\b(?!\()/g,
  /\b[Nn]obody\b/g,
  /\banew\b/g,
  /\b(?:tells|telling)\b(?! (?:apart|time))/g,
  /\b(?:is|are|was|were|be|been|being|not|never) told\b/g,
  /\b(?:hears|(?:is|are|was|were|be|been|not|never) heard|heard (?:of|from|before|by))\b/g,
  /\bstands? (?:in|on|at|beside|there|below|above|under|for itself|still|here)\b/g,
  /\b[Ss]o (?:many|much|long|often)\b(?! as\b| that\b| more\b| faster\b)/g,
  /\bany more\b|\bno more(?=[.,;:)]|$)|\bneed not\b/g,
  /\bmeanwhile\b(?= [a-z]|[.,;](?: |$))|\bMeanwhile\b(?=,? [a-z])/g,
  /\b(?:in|at) (?:the|this|that) (?:very|same) moment\b|\bthe very\b/g,
  /\bof (?:its|their|his|her|one's|the shop's|the shop’s|the owner's) own\b/g,
  /\b[Ww]hat (?:was|is|were|are|has been|had been) (?:not )?(?:\w+ed|bought|sold|kept|made|said|left|paid|given|shown|known|held|sent|seen|meant|written|told|heard|found)\b/g,
  /(?:\/\*\*|\/\/|^\s*\*|--) (?:What|Who|Whom|Whose|Of (?:what|a|an|all|each|older|two|those|which))\b(?![^.]*\?)/g,
  /(?:\/\*\*|\/\/|^\s*\*|--) (?:(?:Null|Empty|Without|False|True):|(?:The same|So (?:many|much|long|often)|As (?:it|admins|a|an|the)|Such as|Also|Under)\b)/g,
  /\bgo(?:es|ing)? on\b|\bgone on\b/g,
  /\bgo(?:es)? back\b|\bwent back\b|\bcomes? back\b|\bcame back\b|\bmoney (?:goes|go|must|moves?|back)\b/g,
  /\b(?:is|are|was|were|be|been) looked (?:at|after|for|up)\b/g,
  /\b(?:asks|asked|asking) (?:for|again|the (?:platform|provider|database|shop|server|router|app|card|replica))\b/g,
  /\b[Aa]nswers (?:the|what|all|how|when|its|it|\d{3}|addresses|every|by|in|an?|with)\b/g,
  /(?:'s|’s|s') (?:own |last |very |older )?words?\b|\bin our (?:own )?words\b/g,
  /\bby (?:itself|themselves|hand)\b/g,
  /\bbeside\b/g,
  /\b(?:put|puts|putting|giv(?:e|es|en|ing)|gave|tak(?:e|es|en|ing)|took)(?: \w+)? back\b/g,
  /\b(?:takes?|took|taken|taking) (?:\w+ )?(?:away|off|over|along)\b/g,
  /\b[Ww]hat (?:came|becomes?|became|has become|comes) of\b|\b[Hh]ow far (?:it|a|an|the|that)\b|\bthe ones? before\b/g,
  /\bfor ever\b|\bonce more\b|\bover and over\b|\bagain and again\b/g,
  /\b(?:by|with|from|under|for|of|to|at|against|through|beside|after|within) which\b/g,
  /\b(?:[Aa]|[Tt]he|[Ee]ach|[Ee]very|[Nn]o|[Oo]ne|mailed|confirmation|shop) letters?\b(?! and)|\be-mails?\b/g,
  /\bthe (?:newest|oldest|likeliest|fewest|latest|last one|main one|first one|last change|most frequent|best ones) first\b/g,
  /\b[Oo]ne's\b/g,
  /\b(?:provider|platform|shop|server|database|page|file|card|log|run|form|browser|address|list|header|kind|entry|row|record) says?\b/g,
  /(?<![/'"\w.-])(?:[Cc]atalogues?|[Ff]avourit\w+|[Cc]olou?red|[Cc]olours?|[Ss]anitis\w+|[Cc]apitalis\w+|[Bb]ehaviours?|[Oo]rganis\w+|grey|[Rr]ecognis\w+|spoilt|learnt|whilst|[Aa]fterwards|[Tt]owards|[Nn]eighbour\w*|[Hh]onour\w*|[Ss]ynchronis\w+|centre)\b(?![/-])/g,
  /\bruns? out\b|\b(?:has|have|had) run out\b|\btime to pay\b|\b(?:time|it|hold|order|run|that|month) is over\b/g,
  /\b(?:forgets|forgotten|forgetting|mended|mends|heals|healed)\b/g,
  /\b(?:is|are|was|were) (?:away|gone|here|there)(?=[.,;:)]|$| (?:already|now|for|until|and|or)\b)/g,
  /(?<![Tt]here )\b(?:is|are|was|were|be) (?:none|no (?:list|order|edit|change|attempt|digit|single|price|pieces?|image|conflict|word|reason|currency|field|second|product|address|news|store|backup|JSON|HTTP|known|number|item|own|proof))\b/g,
  /, also (?:when|where|what|in|after|of|those|the|without|on|as|if|for|to|one|a|with|by)\b|(?:[;,] |: )else (?!if\b|return\b|throw\b|void\b)(?=[a-z'‘])/g,
]

/** `*` matches every file. */
const ALLOWED: [file: string, text: string][] = [
  // The stored reason of a stock movement.
  ['*', 'put back'],
  ['contract/accounts/password-strength.ts', 'whatever trustno1'],
  ['docs/contract.md', 'afterwards'],
  ['docs/decisions/0021-the-platform-in-the-sandbox.md', 'Colour'],
  ['server/catalog/search.test.ts', 'a letter'],
  ['server/catalog/spelling.ts', 'one letter dropped'],
  ['server/environment.ts', 'must have a letter'],
  ['server/images/demo-images.ts', 'catalogue.json'],
  ['tests/support/browser.ts', '`nobody`'],
  ['web/accounts/link-pages.tsx', 'asks for confirmation'],
  ['web/accounts/proof-gate.tsx', 'asks for the proof'],
  ['web/catalog/swatch-color.ts', 'grey'],
  ['web/sync/admin/connection-form.tsx', 'takes precedence over'],
]

const FOLDERS = '{contract,server,web,sandbox,scripts,tests,docs,deploy,.github}'
const EXEMPT = ['docs/spec.md', 'scripts/english.ts']
const files = globSync([`${FOLDERS}/**/*.{ts,tsx,js,mjs,css,md}`, '*.{md,ts}'])
  .filter((file) => !EXEMPT.includes(file) && !file.includes('node_modules'))
  .sort()

const found: string[] = []
const unused = new Set(ALLOWED.map(([file, text]) => `${file}: ${text}`))
for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, line] of (file.endsWith('.md') ? prose(lines) : texts(lines)).entries()) {
    const hits = EXPRESSIONS.flatMap((expression) => line.match(expression) ?? [])
    const allowed = ALLOWED.filter(
      ([where, text]) => (where === '*' || where === file) && line.includes(text),
    )
    for (const [where, text] of allowed) unused.delete(`${where}: ${text}`)
    if (hits.length > 0 && allowed.length === 0)
      found.push(`${file}:${index + 1}: "${hits.join('", "')}" in ${line.trim()}`)
  }
}
for (const entry of unused) found.push(`No longer needed in ALLOWED: ${entry}`)

if (found.length > 0) {
  console.error(found.join('\n'))
  process.exitCode = 1
}

/** Drops string literals without a space, which are test data and keys such as the username 'nobody'. */
function texts(lines: string[]): string[] {
  return lines.map((line) =>
    line.replaceAll(/'([^']*)'/g, (literal) => (literal.includes(' ') ? literal : "''")),
  )
}

/** Blanks code blocks. */
function prose(lines: string[]): string[] {
  let isCode = false
  return lines.map((line) => {
    if (line.startsWith('```')) isCode = !isCode
    return isCode ? '' : line
  })
}
