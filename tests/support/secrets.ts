export type SecretWatch = {
  /** Learns the passwords and keys in a request's body, or in settings. */
  learn(fields: unknown): void
  /** Looks at one line of a log. */
  look(line: string): void
  /** Leaks, as sentences; empty is the only good value. */
  found: string[]
}

/** Looks for tokens, hashes and passwords in what a shop logs. @param where says what runs now, such as a test */
export function watchForSecrets(where: () => string = () => 'The log'): SecretWatch {
  const secrets = new Set<string>()
  const found: string[] = []
  return {
    found,
    learn(fields) {
      for (const [name, value] of Object.entries(fields ?? {})) {
        if (isSecret(name, value)) secrets.add(JSON.stringify(value).slice(1, -1))
      }
    },
    look(line) {
      const kinds = KINDS.filter(([, isIn]) => isIn(line)).map(([kind]) => kind)
      for (const secret of secrets) if (line.includes(secret)) kinds.push(`the password '${secret}'`)
      for (const kind of kinds) found.push(`${where()}: ${kind} in ${line.trim()}`)
    },
  }
}

/** Its name ends in a hash of what is in it, which is no secret. */
const BUILT_FILE = /\/assets\/[a-z-]+-[\w-]{8}\.(?:js|css|woff2)/g

/** Secrets recognizable by their format. Request ids have 22 characters, job ids 36. */
const KINDS: [string, (line: string) => boolean][] = [
  [
    'a token or its hash',
    (line) =>
      line
        .replaceAll(BUILT_FILE, '')
        .match(/[\w-]{43,}/g)
        ?.some(isRandom) ?? false,
  ],
  ['a hash in hexadecimal', (line) => /\b[\da-f]{64}\b/i.test(line)],
  ["a password's hash", (line) => line.includes('$argon2')],
]

/** Small and big letters and digits: practically each token, and hardly ever a name in code or in an address. */
function isRandom(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
}

/** Shorter ones, such as 'password', are words that a log may say. */
const SHORTEST = 9

function isSecret(name: string, value: unknown): value is string {
  return /password|secret/i.test(name) && typeof value === 'string' && value.length >= SHORTEST
}
