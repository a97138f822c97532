import { expect, test } from 'vitest'
import { demoClient } from '../../../sandbox/identity/test-users.ts'
import { readConfig } from '../../config.ts'

const REAL = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'a'.repeat(32),
}

test('in demo mode, the sandbox acts as Google and recognizes the shop', () => {
  expect(readConfig({ PORT: '3000' }).google).toEqual({
    issuer: 'http://localhost:3001',
    clientId: demoClient.id,
    clientSecret: demoClient.secret,
  })
})

test('the shop uses Google if real keys are set, and otherwise offers no Google sign-in', () => {
  expect(readConfig(REAL).google).toBeNull()
  const keys = { GOOGLE_CLIENT_ID: 'an id', GOOGLE_CLIENT_SECRET: 'a secret' }
  expect(readConfig({ ...REAL, ...keys }).google).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'an id',
    clientSecret: 'a secret',
  })
})

test('with only one of the two Google settings, the shop doesn’t start, and the error names the missing one', () => {
  expect(() => readConfig({ ...REAL, GOOGLE_CLIENT_ID: 'an id' })).toThrow('GOOGLE_CLIENT_SECRET: required')
  expect(() => readConfig({ ...REAL, GOOGLE_CLIENT_SECRET: 'x' })).toThrow('GOOGLE_CLIENT_ID: required')
})
