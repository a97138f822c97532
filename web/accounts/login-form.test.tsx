import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function fill(fields: Record<string, string>, button: string) {
  for (const [label, text] of Object.entries(fields))
    await userEvent.type(await screen.findByLabelText(label), text)
  await userEvent.click(screen.getByRole('button', { name: button }))
}

describe('the login form (spec section 5)', () => {
  test.each([
    ['Username', 'ab', 'Username must be 3 to 20 characters'],
    ['Username', 'a'.repeat(21), 'Username must be 3 to 20 characters'],
    ['Username', 'a b c', 'Username can contain only letters, digits, periods, underscores, and hyphens'],
    ['Password', '12345', 'Password must be at least 6 characters'],
  ])("rejects %s '%s' next to its field", async (label, text, message) => {
    openPageOf(shop.visitor(), '/auth')
    await fill({ [label]: text }, 'Login')
    expect(await screen.findByText(message)).toBeDefined()
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a server error without a message (spec section 8)', () => {
  const broken = () =>
    openPage(
      (call) =>
        call.method === 'POST'
          ? Promise.resolve({ status: 502, statusText: 'Bad Gateway', headers: {}, text: '<html>' })
          : shop.visitor().transport(call),
      '/auth',
    )

  test("is shown as 'Login failed' in both title and description", async () => {
    broken()
    await fill({ Username: 'ada', Password: 'difference engine' }, 'Login')
    expect(await screen.findAllByText('Login failed')).toHaveLength(2)
  })

  test("is shown as 'Registration failed' in both title and description", async () => {
    broken()
    await userEvent.click(await screen.findByRole('tab', { name: 'Register' }))
    const fields = { Username: 'ada', Email: 'ada@example.com', Password: 'difference engine' }
    await fill(fields, 'Create account')
    expect(await screen.findAllByText('Registration failed')).toHaveLength(2)
  })
})
