import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword } from '../../server/accounts/passwords.ts'
import { randomId, sha256 } from '../../server/platform/ids.ts'
import { watchForSecrets } from './secrets.ts'

/** In a token's format. About one random token in 1,500 has no digit, and is not recognized. */
const TOKEN = sha256('a token')
const PASSWORD = 'the "quoted" password'

function foundIn(fact: string): string[] {
  const watch = watchForSecrets(() => 'a test')
  watch.learn({ username: 'a stranger', newPassword: PASSWORD })
  watch.look(JSON.stringify({ level: 30, time: Date.now(), msg: 'request completed', fact }))
  return watch.found.map((finding) => finding.split(' in {')[0] ?? '')
}

test.each([
  ['a token', () => TOKEN, 'a token or its hash'],
  ['a token in a URL', () => `/profile?x%3D${TOKEN}`, 'a token or its hash'],
  ['a token in a built file’s path', () => `/assets/${TOKEN}.woff2`, 'a token or its hash'],
  ['a token in a header', () => `cart=${TOKEN}; Path=/`, 'a token or its hash'],
  ["a token's hash", () => sha256(TOKEN), 'a token or its hash'],
  ['a hash in hexadecimal', () => createHash('sha256').update('x').digest('hex'), 'a hash in hexadecimal'],
  [
    'a submitted password',
    () => `it was ${PASSWORD}`,
    `the password '${JSON.stringify(PASSWORD).slice(1, -1)}'`,
  ],
])('a log with %s is reported', (_what, fact, finding) => {
  expect(foundIn(fact())).toContain(`a test: ${finding}`)
})

test("a log with a password's hash is reported", async () => {
  expect(foundIn(await hashPassword('any password'))).toContain("a test: a password's hash")
})

test.each([
  ['a request ID', randomId],
  ['a job ID', randomUUID],
  ['a value sent next to the password', () => 'a stranger'],
  ['the URL of a built file', () => `/assets/${'font-of-the-shop-'.repeat(3)}BVScPF0l.woff2`],
  ['the URL of a product', () => `/product/${'walnut-monitor-stand-'.repeat(4)}`],
  [
    'a function name in a stack trace',
    () => 'at attemptSynchronousHydrationAtCurrentPriority (node_modules/react-dom:1)',
  ],
])('a log with %s is not reported', (_what, fact) => {
  expect(foundIn(fact())).toEqual([])
})
