import { describe, expect, test, vi } from 'vitest'
import { miniature } from './miniature.ts'

describe('npm start on a fresh clone', () => {
  test('installs what the shop needs and builds it, in a line each', async () => {
    const clone = miniature()

    const said = await startAndStop(clone)

    expect(said.replaceAll(/\d+\.\d s/g, 'N s')).toMatch(
      /^Installing packages … N s\nBuilding the storefront … N s\nshop is open\n/,
    )
    expect(clone.read('npm.log')).toBe('install --omit=dev\n')
    expect(clone.read('build.log')).toBe('built\n')
  })

  test('does neither a second time', async () => {
    const clone = miniature()
    await startAndStop(clone)

    expect(await startAndStop(clone)).toMatch(/^shop is open\n/)
  })

  test('shows what npm says when it fails, and tries again the next time', async () => {
    const clone = miniature()
    clone.write('npm-fails', '')
    const failing = clone.run('start')

    expect(await failing.ended).toBe(1)
    expect(failing.said()).toBe(
      'Installing packages … failed\nnpm talks\nnpm ERR! no such package\nInstalling packages failed: see above.\n',
    )
    clone.remove('npm-fails')
    expect(await startAndStop(clone)).toContain('shop is open')
  })

  test('does an interrupted install again', async () => {
    const clone = miniature()
    clone.write('npm-hangs', '')
    const interrupted = clone.run('start')
    await vi.waitFor(() => expect(clone.read('npm.log')).not.toBe(''), 5000)
    interrupted.child.kill('SIGINT')
    expect(await interrupted.ended).toBe(130)

    clone.write('node_modules/half-a-package/package.json', '{')
    clone.remove('npm-hangs')
    expect(await startAndStop(clone)).toContain('shop is open')
    expect(clone.read('node_modules/half-a-package/package.json')).toBe('')
    expect(clone.read('npm.log')).toBe('install --omit=dev\ninstall --omit=dev\n')
  })

  test('keeps an install that somebody made by hand', async () => {
    const clone = miniature()
    clone.write('node_modules/vitest/package.json', '{}')

    await startAndStop(clone)

    expect(clone.read('npm.log')).toBe('install --include=dev\n')
  })
})

describe('npm start after a change', () => {
  test('of the locked packages installs again, and builds again', async () => {
    const clone = miniature()
    await startAndStop(clone)
    clone.write('package-lock.json', '{ "packages": {} }')
    await startAndStop(clone)

    expect(clone.read('npm.log')).toBe('install --omit=dev\ninstall --omit=dev\n')
    expect(clone.read('build.log')).toBe('built\nbuilt\n')
  })

  test('of the locked packages keeps what tests need, where it is there', async () => {
    const clone = miniature()
    await clone.run('test').ended
    clone.write('package-lock.json', '{ "packages": {} }')

    await startAndStop(clone)

    expect(clone.read('npm.log')).toBe('install --include=dev\ninstall --include=dev\n')
  })

  test.each(['web/page.tsx', 'web/new-page.tsx', 'contract/cart.ts', 'scripts/build-images.ts'])(
    'of %s builds again',
    async (file) => {
      const clone = miniature()
      await startAndStop(clone)
      clone.write(file, 'changed')
      await startAndStop(clone)

      expect(clone.read('build.log')).toBe('built\nbuilt\n')
    },
  )

  test('of the server does nothing', async () => {
    const clone = miniature()
    await startAndStop(clone)
    clone.write('server/cart.ts', 'changed')
    await startAndStop(clone)

    expect(clone.read('build.log')).toBe('built\n')
  })
})

describe('npm test', () => {
  test('installs also what tests need, and ends as they end', async () => {
    const clone = miniature()
    await startAndStop(clone)

    const run = clone.run('test', {}, ['--long'])

    expect(await run.ended).toBe(3)
    expect(run.said()).toContain('testing --long\n')
    expect(clone.read('npm.log')).toBe('install --omit=dev\ninstall --include=dev\n')
  })

  test('leaves an install behind that serves npm start', async () => {
    const clone = miniature()
    await clone.run('test').ended

    await startAndStop(clone)

    expect(clone.read('npm.log')).toBe('install --include=dev\n')
  })
})

test('an unknown command is told what there is', async () => {
  const run = miniature().run('strat')

  expect(await run.ended).toBe(2)
  expect(run.said()).toBe('Say what to do: start, dev, sandbox, test, check\n')
})

async function startAndStop(clone: ReturnType<typeof miniature>) {
  const run = clone.run('start', { DEMO: 'off' })
  await run.until('shop is open')
  run.child.kill('SIGTERM')
  await run.ended
  return run.said()
}
