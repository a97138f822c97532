export type SecretWatch = {
  /** Records the passwords and keys in a request's body, or in settings. */
  learn(fields: unknown): void
  /** Checks one line of a log. */
  look(line: string): void
  /** The leaks found so far, as sentences. */
  found: string[]
}

/**
 * Finds tokens, hashes, and passwords in a shop's log.
 * @param where returns the location to report, such as the test's title
 */
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

/** Names of built files end in a hash of their content, which is not a secret. */
const BUILT_FILE = /\/assets\/[a-z-]+-[\w-]{8}\.(?:js|css|woff2)/g

/** Secrets recognizable by their format. Request IDs have 22 characters, job IDs 36. */
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

/** Returns true for text with lowercase letters, uppercase letters, and digits, as in almost every token and hardly any name. */
function isRandom(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
}

/** Shorter passwords, such as 'password', are words that a log may contain. */
const SHORTEST = 9

function isSecret(name: string, value: unknown): value is string {
  return /password|secret/i.test(name) && typeof value === 'string' && value.length >= SHORTEST
}
