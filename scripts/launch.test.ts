import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { isRunning, miniature } from '../tests/support/miniature.ts'

describe('npm start', () => {
  test('starts no sandbox unless the shop is in demo mode', async () => {
    const { clone, run } = await openShop({ DEMO: 'off' })

    expect(clone.pid('sandbox')).toBe(0)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  test.each([
    ['SIGTERM', ['SIGTERM']],
    ['SIGHUP', ['SIGHUP']],
    ['a Ctrl-C that npm forwards', ['SIGINT', 'SIGINT']],
  ] as const)(
    'prints the shop’s messages, then the sandbox’s, when both are ready, and stops both gracefully on %s',
    async (_event, signals) => {
      const { clone, started, run } = await openShop()
      expect(started).toBe('shop is open\nsandbox at 127.0.0.1,4001,4002\n')

      for (const signal of signals) run.child.kill(signal)

      expect(await run.ended).toBe(0)
      expect(clone.read('shop.log')).toBe('SIGTERM\n')
      expect(clone.read('sandbox.log')).toBe('SIGTERM\n')
    },
  )

  test('prepares the photographs with the lowest priority', async () => {
    const { clone, run } = await openShop({ PHOTOGRAPHS_LOGGED: 'yes' })

    await vi.waitFor(() => expect(clone.read('photographs.log')).toBe('priority 19'), 10_000)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  test('kills both immediately on a second Ctrl-C', async () => {
    const { clone, run } = await openShop({ SHOP_IS_STUBBORN: 'yes' })

    run.child.kill('SIGINT')
    await sleep(700)
    expect(isRunning(clone.pid('shop'))).toBe(true)
    run.child.kill('SIGINT')

    expect(await run.ended).toBe(130)
    await vi.waitFor(() => expect(isRunning(clone.pid('shop'))).toBe(false), 5000)
  })

  test('restarts a sandbox that crashed while the shop keeps running', async () => {
    const { clone, run } = await openShop()
    const [shop, sandbox] = [clone.pid('shop'), clone.pid('sandbox')]

    process.kill(sandbox, 'SIGKILL')

    await run.until('sandbox exited with code 137, restarting')
    await vi.waitFor(() => expect(clone.pid('sandbox')).not.toBe(sandbox), 5000)
    await vi.waitFor(() => expect(isRunning(clone.pid('sandbox'))).toBe(true), 5000)
    expect(clone.pid('shop')).toBe(shop)
    expect(isRunning(shop)).toBe(true)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  test('stops the sandbox when the shop exits, and exits with the same code', async () => {
    const { clone, run } = await openShop()

    process.kill(clone.pid('shop'), 'SIGKILL')

    expect(await run.ended).toBe(137)
    expect(clone.read('sandbox.log')).toBe('SIGTERM\n')
  })

  test('prints only the error of a shop or a sandbox that can’t start', async () => {
    const clone = miniature()
    await clone.run('test').ended
    for (const name of ['SHOP', 'SANDBOX']) {
      const run = clone.run('start', { [`${name}_FAILS`]: 'yes' })

      expect(await run.ended, name).toBe(1)
      expect(run.output(), name).toBe('PORT: something else is there\n')
    }
  })

  test('leaves nothing running when killed with -9', async () => {
    const { clone, run } = await openShop()

    run.child.kill('SIGKILL')
    await run.ended

    await vi.waitFor(
      () => expect([clone.pid('shop'), clone.pid('sandbox')].some(isRunning)).toBe(false),
      5000,
    )
  })

  test('stops when the npm process that started it has exited', async () => {
    const clone = miniature()
    const program = `require('node:child_process').spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], { stdio: 'inherit' })`
    const npm = spawn(process.execPath, ['-e', program], {
      cwd: clone.folder,
      env: { ...process.env, ...clone.npmEnv, npm_lifecycle_event: 'start' },
    })
    await vi.waitFor(() => expect(isRunning(clone.pid('sandbox'))).toBe(true), 10_000)

    npm.kill('SIGKILL')
    await once(npm, 'exit')

    await vi.waitFor(
      () => expect(clone.read('shop.log') + clone.read('sandbox.log')).toBe('SIGTERM\nSIGTERM\n'),
      5000,
    )
  })
})

test('npm run dev restarts the shop when one of its files changes', async () => {
  const clone = miniature()
  const run = clone.run('dev')
  await run.until('sandbox at')
  const before = clone.pid('shop')

  clone.write('server/cart/cart.ts', 'export {}')

  await run.until('files changed, restarting shop')
  await vi.waitFor(() => expect(clone.pid('shop')).not.toBe(before), 5000)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

async function openShop(env: Record<string, string> = {}) {
  const clone = miniature()
  const run = clone.run('start', env)
  await run.until(env.DEMO === 'off' ? 'shop is open' : 'sandbox at')
  return { clone, run, started: run.output().split('\n').slice(2).join('\n') }
}
