import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { INVITATION_DAYS } from '#contract/accounts/rules.ts'
import { turnClock } from '../../server/platform/clock.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { readToken, storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let owner: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  owner = await fixtures.anAdmin(shop)
})
afterEach(() => turnClock(0))

/** Opens a page as the browser of someone who is signed in, or of a visitor. */
function openAs(who: Visitor, address: string) {
  if (who.token) storeToken(who.token)
  return openPageOf(shop.visitor(), address)
}
const linkFor = async (email: string) => `/auth/join#token=${await fixtures.linkTo(shop, 'join', email)}`

test('an owner invites a person by email on the staff page, sends the link again, and revokes it', async () => {
  const email = 'grace@example.com'
  openAs(owner, '/admin?tab=settings&section=staff')
  await userEvent.click(await screen.findByRole('button', { name: 'Invite by email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite to the staff' }))
  await userEvent.type(dialog.getByLabelText('Email'), owner.user.email)
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'This email address belongs to a member of the staff already.',
  )
  await userEvent.clear(dialog.getByLabelText('Email'))
  await userEvent.type(dialog.getByLabelText('Email'), email)
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Manager')
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
  const open = within(await screen.findByRole('table', { name: 'Invitations' }))
  expect(open.getByRole('row', { name: /grace@example.com/ }).textContent).toContain('Manager')
  const first = await linkFor(email)
  await userEvent.click(open.getByRole('button', { name: `Resend to ${email}` }))
  await screen.findByText('Invitation sent again')
  expect(await linkFor(email)).not.toBe(first)
  await userEvent.click(open.getByRole('button', { name: `Revoke the invitation of ${email}` }))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Invitations' })).toBeNull())
})

test('the list of invitations names an expired one in its first column, which phones show, too', async () => {
  const email = 'late@example.com'
  await owner.call('POST /api/admin/staff-invitations', { email, staffRole: 'support' })
  turnClock((INVITATION_DAYS + 1) * 86_400_000)
  openAs(
    await fixtures.signedIn(shop, owner.user.username, owner.password),
    '/admin?tab=settings&section=staff',
  )
  const list = within(await screen.findByRole('table', { name: 'Invitations' }))
  const [first] = within(list.getByRole('row', { name: /late@example.com/ })).getAllByRole('cell')
  expect(first?.textContent).toContain('Expired')
})

test('a person without an account chooses a username and a password, then signs in', async () => {
  const email = 'kim@example.com'
  await owner.call('POST /api/admin/staff-invitations', { email, staffRole: 'fulfillment' })
  openAs(shop.visitor(), await linkFor(email))
  expect((await screen.findByText(/is invited as/)).textContent).toBe(
    'kim@example.com is invited as Fulfillment.',
  )
  await userEvent.type(screen.getByLabelText('Username'), 'kim')
  await userEvent.type(screen.getByLabelText('Password'), 'short')
  await userEvent.click(screen.getByRole('button', { name: 'Join the staff' }))
  expect(await screen.findByText('Password must be at least 12 characters')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Password'), ' one made longer')
  await userEvent.click(screen.getByRole('button', { name: 'Join the staff' }))
  expect(await screen.findByText('You’re a member of the staff now. Please sign in.')).toBeDefined()
  const { user } = await fixtures.signedIn(shop, 'kim', 'short one made longer')
  expect(user.staffRole).toBe('fulfillment')
})

test('a customer joins with the account that is signed in, and signs in again', async () => {
  const customer = await fixtures.aVerifiedCustomer(shop)
  const { email, username } = customer.user
  await owner.call('POST /api/admin/staff-invitations', { email, staffRole: 'support' })
  openAs(customer, await linkFor(email))
  await userEvent.click(await screen.findByRole('button', { name: `Join as ${username}` }))
  expect(await screen.findByText('You’re a member of the staff now. Please sign in.')).toBeDefined()
  await waitFor(() => expect(readToken()).toBeNull())
})

test('the link of a revoked invitation says so', async () => {
  const email = 'ada@example.com'
  const { id } = await owner.call('POST /api/admin/staff-invitations', { email, staffRole: 'support' })
  const link = await linkFor(email)
  await owner.call('DELETE /api/admin/staff-invitations/:id', { id })
  openAs(shop.visitor(), link)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This invitation is no longer valid. Ask the shop’s owner for a new one.',
  )
})
