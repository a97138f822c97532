import type { Page } from '@playwright/test'
import type { Passkey, Safety } from '#contract/accounts/passkeys.ts'
import type { AuditEntry, UndoPreview } from '#contract/audit/api.ts'
import { ADMIN, SOMEBODYS_PASSWORD } from './people.ts'
import type { Screen } from './steps.ts'
import { answering, openDialog, press, seen } from './steps.ts'

const AT = '2026-03-02T09:30:00.000Z'
const LONG_NAME = 'The-security-key-of-the-whole-office-at-home-in-the-cupboard'
const passkey = (id: number, name: string, lastUsedAt: string | null): Passkey => ({
  id,
  name,
  createdAt: AT,
  lastUsedAt,
})
const safety = (more: Partial<Safety>) =>
  answering(/api\/auth\/safety/, {
    hasPassword: true,
    passkeys: [passkey(1, 'My phone', AT), passkey(2, LONG_NAME, null)],
    google: { email: 'ada@people.example' },
    secondFactor: null,
    ...more,
  })

const profile = (name: string, more: Partial<Screen>): Screen => ({
  name: `profile-${name}`,
  address: '/profile',
  who: 'customer',
  ...more,
})
const over = (name: string, act: Screen['act']): Screen =>
  profile(name, { who: 'admin', before: safety({}), act, isWhole: false })

/** The secret is real, but it is stored only once a code has confirmed it. */
async function toQrCode(page: Page) {
  await openDialog('Set up an authenticator app')(page)
  await page.getByRole('dialog').getByLabel('Your password').fill(ADMIN.ADMIN_PASSWORD)
  await press('Continue')(page)
  await page.getByRole('img', { name: /QR code/ }).waitFor()
}

async function toRecoveryCodes(page: Page) {
  await answering(/second-factor\/confirm/, {
    recoveryCodes: Array.from({ length: 8 }, (_, n) => `${n}k3d-w7fq-${n}m9x-c2ht`),
  })(page)
  await toQrCode(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('123456')
  await press('Turn on')(page)
  await seen('I’ve saved them')(page)
}

async function toCode(page: Page) {
  await page.getByLabel('Username').fill('screens-admin')
  await page.getByLabel('Password').fill(SOMEBODYS_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByLabel('Code').waitFor()
}

const askForCode = (page: Page) =>
  page.route(/api\/auth\/login/, (route) =>
    route.fulfill({
      status: 401,
      json: { message: 'Enter the code from your authenticator app.', code: 'code_needed', step: 's' },
    }),
  )

/** An admin with a passkey who signed in by password, at a shop that requires a second factor. */
async function withoutFactor(page: Page) {
  await safety({})(page)
  await page.route(/api\/auth\/user/, async (route) => {
    const response = await route.fetch()
    const user = (await response.json()) as object
    await route.fulfill({ response, json: { ...user, needsSecondFactor: true } })
  })
}

const CHANGE: AuditEntry = {
  id: 1204,
  at: AT,
  actor: 'screens-admin',
  action: 'product.changed',
  subjectId: '12',
  before: { price: '95.00', description: 'Solid walnut.' },
  after: { price: '9.50', description: `<p>${'Solid walnut, hand-oiled. '.repeat(10)}</p>` },
  subjectName: 'Walnut Monitor Stand',
  undoes: null,
  undoneBy: null,
  canUndo: true,
}
const PREVIEW: UndoPreview = {
  now: { price: '9.50', description: `<p>${'Solid walnut, hand-oiled. '.repeat(10)}</p>` },
  back: { price: '95.00', description: 'Solid walnut.' },
  staying: ['stock'],
  refusal: null,
}
const undo = (name: string, preview: UndoPreview): Screen => ({
  name: `admin-audit-${name}`,
  address: '/admin?tab=audit',
  who: 'admin',
  isWhole: false,
  before: async (page) => {
    await answering(/api\/admin\/audit\?/, [CHANGE])(page)
    await answering(/api\/admin\/audit\/\d+\/undo/, preview)(page)
  },
  act: openDialog('Undo change #1204'),
})

const mailedLink = (name: string, address: string, purpose: string): Screen => ({
  name,
  address: `${address}#token=seen`,
  who: 'customer',
  before: answering(/api\/auth\/read-link/, { purpose, username: 'ada', email: 'ada@example.com' }),
})

/** Account security settings, and undo in the audit log. */
export const SAFETY_SCREENS: Screen[] = [
  profile('passkeys', {
    before: safety({ secondFactor: { recoveryCodesLeft: 1 } }),
    act: seen('1 recovery code left'),
  }),
  over('passkey-add', openDialog('Add a passkey')),
  over('passkey-rename', openDialog('Rename My phone')),
  over('passkey-remove', openDialog(`Remove ${LONG_NAME}`)),
  over('passkey-refusal', async (page) => {
    await openDialog('Add a passkey')(page)
    await press('Add passkey')(page)
    await page.getByRole('dialog').getByRole('alert').waitFor()
  }),
  over('authenticator', openDialog('Set up an authenticator app')),
  over('authenticator-qr', toQrCode),
  over('authenticator-recovery', toRecoveryCodes),
  profile('authenticator-off', {
    before: safety({ secondFactor: { recoveryCodesLeft: 8 } }),
    act: openDialog('Turn off'),
    isWhole: false,
  }),
  {
    name: 'admin-required-factor',
    address: '/admin',
    who: 'admin',
    before: withoutFactor,
    act: seen('Use your passkey'),
  },
  over('google-remove', openDialog('Remove Google')),
  mailedLink('auth-verify-ask', '/auth/verify-email', 'verify'),
  mailedLink('auth-change-ask', '/auth/verify-email', 'change'),
  mailedLink('auth-undo-ask', '/auth/undo-email-change', 'undo'),
  {
    name: 'auth-join',
    address: '/auth/join#token=seen',
    before: answering(/api\/auth\/invitation/, {
      email: 'kim@example.com',
      staffRole: 'manager',
      account: null,
    }),
    act: seen('Join the staff'),
  },
  { name: 'auth-code', address: '/auth', before: askForCode, act: toCode },
  undo('undo', PREVIEW),
  undo('undo-refusal', {
    now: {},
    back: {},
    staying: [],
    refusal: 'ada changed price since. Nothing was undone.',
  }),
]
