import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { addPasskey, createAuthenticator } from '../../../tests/support/authenticator.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { openPageOf } from '../../../tests/support/page.tsx'
import { anotherAdmin, codeOf, withApp } from '../../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let owner: fixtures.Customer
let member: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  member = await anotherAdmin(shop, { staffRole: 'support' })
  owner = (await withApp(await anotherAdmin(shop))).admin
})

test('staff who sign in without a required second factor are asked to set one up, and then continue', async () => {
  await owner.call('PATCH /api/admin/settings', { staffNeedSecondFactor: true })
  const { addressNow } = openPageOf(shop.visitor(), '/auth')
  await userEvent.type(await screen.findByLabelText('Username'), member.user.username)
  await userEvent.type(screen.getByLabelText('Password'), member.password)
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByRole('heading', { name: 'Set up a second factor' })
  expect(addressNow()).toBe('/admin')
  expect(screen.queryByRole('button', { name: 'Continue to the admin' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
  await userEvent.type(dialog.getByLabelText('Your password'), member.password)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  const key = await screen.findByText(/^[A-Z2-7]{32}$/)
  await userEvent.type(screen.getByLabelText('Code'), codeOf(key.textContent ?? ''))
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(
    within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem'),
  ).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to the admin' }))
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
})

test('staff whose admin is open when an owner begins to require it are asked, too', async () => {
  await owner.call('PATCH /api/admin/settings', { staffNeedSecondFactor: false })
  const other = await anotherAdmin(shop, { staffRole: 'support' })
  storeToken(other.token ?? '')
  openPageOf(shop.visitor(), '/admin')
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  await owner.call('PATCH /api/admin/settings', { staffNeedSecondFactor: true })
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }))
  await screen.findByRole('heading', { name: 'Set up a second factor' })
})

test('staff who sign in without their passkey are asked to use it, and can’t set up anything else', async () => {
  await owner.call('PATCH /api/admin/settings', { staffNeedSecondFactor: false })
  const other = await anotherAdmin(shop, { staffRole: 'support' })
  await addPasskey(other, createAuthenticator())
  await owner.call('PATCH /api/admin/settings', { staffNeedSecondFactor: true })
  const { token } = await fixtures.signedIn(shop, other.user.username, other.password)
  storeToken(token ?? '')
  openPageOf(shop.visitor(), '/admin')
  await screen.findByRole('button', { name: 'Use your passkey' })
  expect(screen.queryByRole('button', { name: 'Set up an authenticator app' })).toBeNull()
})
