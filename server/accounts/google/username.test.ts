import { expect, test } from 'vitest'
import { Username } from '#contract/accounts/api.ts'
import { usernameFrom } from './account.ts'

test.each([
  ['mara@people.example', 'mara'],
  ['Mara.Lindqvist@people.example', 'Mara.Lindqvist'],
  ['mara+shop@people.example', 'mara'],
  ['josé_ñandú@people.example', 'jose_nandu'],
  ['a..b--c__d@people.example', 'a.b-c_d'],
  ['a!.!.b@people.example', 'a.b'],
  ['x@people.example', 'userx'],
  ['井@people.example', 'user'],
  [`${'long-name-'.repeat(6)}@people.example`, 'long-name-long-name-'],
])('the email address %s becomes the valid username %s', (email, username) => {
  expect(usernameFrom(email)).toBe(username)
  expect(Username.parse(username)).toBe(username)
})
