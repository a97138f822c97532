import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, type Customer } from '../../tests/support/given.ts'
import { failing, openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { ApiAnswer, ApiCall } from '../platform/api.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let customer: Customer
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  customer = await aCustomer(shop)
  storeToken(customer.token ?? '')
})

/** Opens the profile; the call that is called `name` fails. */
function openProfile(name = '', refusal: Partial<ApiAnswer> = {}) {
  const breaks = ({ method, url }: ApiCall) => `${method} ${url}` === name
  return openPage(failing(customer, breaks, refusal), '/profile')
}

describe('changing the profile (spec sections 2, 5 and 8)', () => {
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  const refill = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }

  test('a full name too short and an address that is none are refused beside their fields', async () => {
    openProfile()
    await refill('Full name', 'A')
    await refill('Email', 'ada@')
    await save()
    expect(await screen.findByText('Full name must be at least 2 characters')).toBeDefined()
    expect(screen.getByText('Please enter a valid email address')).toBeDefined()
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ email: customer.user.email })
  })

  test("a failure says 'Profile update failed' with the server's sentence", async () => {
    const text = '{"message":"This email address is already in use","code":"email_taken"}'
    openProfile('PATCH /api/auth/profile', { status: 409, text })
    await refill('Email', 'somebody-else@example.com')
    await save()
    expect(await screen.findByText('Profile update failed')).toBeDefined()
    expect(screen.getByText('This email address is already in use')).toBeDefined()
  })

  test('full name and e-mail address are changed with one press', async () => {
    openProfile()
    await refill('Full name', 'Mary Somerville')
    await refill('Email', 'mary@example.com')
    await save()
    expect(await screen.findByText('Profile updated')).toBeDefined()
    expect(await customer.call('GET /api/auth/user')).toMatchObject({
      fullName: 'Mary Somerville',
      pendingEmail: 'mary@example.com',
    })
  })

  test('a failure without a sentence says its title twice', async () => {
    openProfile('PATCH /api/auth/profile')
    await refill('Full name', 'Mary Somerville')
    await save()
    expect(await screen.findAllByText('Profile update failed')).toHaveLength(2)
  })
})
