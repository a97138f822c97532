import { PASSWORD_MIN } from './rules.ts'

export type PasswordStrength = {
  level: 'too-short' | 'guessable' | 'weak' | 'fair' | 'strong'
  /** A sentence to show below the field. */
  hint: string
}

const HINTS = {
  'too-short': `Use at least ${PASSWORD_MIN} characters.`,
  guessable: 'This password is easy to guess.',
  weak: 'Weak. Add a few unrelated words to make it stronger.',
  fair: 'Fair. Make it a little longer.',
  strong: 'Strong.',
} as const

const FAIR_BITS = 40
const STRONG_BITS = 60

/**
 * Rates how well a password resists guessing, as the user types. Never rejects a password.
 * @param personal what an attacker would try first: username, email address, full name
 */
export function passwordStrength(password: string, personal: string[] = []): PasswordStrength {
  const level = levelOf(password, personal)
  return { level, hint: HINTS[level] }
}

function levelOf(password: string, personal: string[]): PasswordStrength['level'] {
  if (password.length < PASSWORD_MIN) return 'too-short'
  if (isGuessable(password, personal)) return 'guessable'
  const bits = bitsOf(password)
  if (bits < FAIR_BITS) return 'weak'
  return bits < STRONG_BITS ? 'fair' : 'strong'
}

/**
 * Returns true if the password, without surrounding digits and symbols, is a common word, a keyboard run, or a personal
 * name.
 */
function isGuessable(password: string, personal: string[]): boolean {
  const plain = password.toLowerCase()
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const names = personal
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((name) => name.toLowerCase())
  return (
    /^(.{1,3})\1+$/.test(plain) ||
    RUNS.some((run) => run.includes(plain) || [...run].reverse().join('').includes(plain)) ||
    COMMON.has(plain) ||
    COMMON.has(core) ||
    names.some((name) => name.length > 2 && (name === plain || name === core))
  )
}

/**
 * Estimates the bits of entropy of a random choice from the character classes used. A repeated character counts as a
 * quarter.
 */
function bitsOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^A-Za-z0-9]/, 33],
  ]
  const choice = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const distinct = new Set(password).size
  return (distinct + (password.length - distinct) / 4) * Math.log2(choice)
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
  'q1w2e3r4t5y6',
  '1q2w3e4r5t6y',
]

const COMMON = new Set(
  `password passw0rd p@ssword p@ssw0rd passwort secret letmein welcome admin administrator login master
  iloveyou monkey dragon sunshine princess football baseball basketball superman batman shadow michael
  jessica ashley charlie daniel jordan andrew thomas hunter ranger buster soccer hockey killer george
  computer internet whatever trustno1 starwars pokemon freedom flower summer winter spring autumn cheese
  cookie banana orange purple silver golden diamond matrix hello hello123 qwerty qwerty123 abc123 a1b2c3
  changeme default guest test testing user plinth desk shop access mustang corvette porsche ferrari
  yankees liverpool arsenal chelsea barcelona google facebook samsung amazon`.split(/\s+/),
)
