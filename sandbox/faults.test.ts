import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inMemory } from './config.ts'
import type { Emulator } from './emulator.ts'
import { type Fault, takeFault } from './faults.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox(inMemory, withWeather)
})

afterEach(() => sandbox.stop())

describe('a fault switch', () => {
  it('stays on until it is switched off', async () => {
    await put('/weather/rain', {})
    expect(await strikes(3)).toEqual([true, true, true])
    await call('DELETE', '/weather/rain')
    expect(await strikes(2)).toEqual([false, false])
  })

  it('takes effect as often as its count, shows the remaining count, then turns off', async () => {
    await put('/weather/rain', { count: 2 })
    expect(await strikes(1)).toEqual([true])
    expect(await active()).toMatchObject([{ service: 'weather', kind: 'rain', count: 2, left: 1 }])
    expect(await strikes(3)).toEqual([true, false, false])
    expect(await active()).toEqual([])
  })

  it('takes effect at random, in the same order for the same seed', async () => {
    await put('/weather/rain', { probability: 0.3, seed: 7 })
    const first = await strikes(200)
    expect(first.filter(Boolean).length).toBeGreaterThan(35)
    expect(first.filter(Boolean).length).toBeLessThan(85)
    await put('/weather/rain', { probability: 0.3, seed: 7 })
    expect(await strikes(200)).toEqual(first)
    await put('/weather/rain', { probability: 0.3, seed: 8 })
    expect(await strikes(200)).not.toEqual(first)
  })

  it('decreases its count only when it takes effect at random', async () => {
    await put('/weather/rain', { probability: 0.5, seed: 1, count: 5 })
    const seen = await strikes(100)
    expect(seen.filter(Boolean)).toHaveLength(5)
    expect(seen.slice(0, 5)).toContain(false)
  })

  it('never takes effect with a probability of 0', async () => {
    await put('/weather/rain', { probability: 0 })
    expect((await strikes(20)).some(Boolean)).toBe(false)
  })

  it('uses the default delay of its kind unless a delay is given', async () => {
    expect(await put('/weather/fog', {})).toMatchObject({ delayMs: 50 })
    expect(await put('/weather/fog', { delayMs: 70 })).toMatchObject({ delayMs: 70 })
  })

  it('survives a restart, including its probability', async () => {
    const whole = await put('/weather/rain', { probability: 0.5, seed: 3, count: 40 }).then(() => strikes(40))

    const dataDir = await mkdtemp(join(tmpdir(), 'plinth-sandbox-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const first = await startSandbox({ ...inMemory, dataDir }, withWeather)
    await put('/weather/rain', { probability: 0.5, seed: 3, count: 40 }, first)
    const before = await strikes(20, first)
    await first.stop()
    const second = await startSandbox({ ...inMemory, dataDir }, withWeather)
    expect([...before, ...(await strikes(20, second))]).toEqual(whole)
    await second.stop()
  })
})

describe('the API of the fault switches', () => {
  it('lists the switches that are on, and switches all of them off', async () => {
    await put('/weather/rain', {})
    await put('/mail/slow', { delayMs: 10 })
    expect((await active()).map(({ service, kind }) => `${service}/${kind}`)).toEqual([
      'mail/slow',
      'weather/rain',
    ])
    expect((await call('DELETE', '')).status).toBe(204)
    expect(await active()).toEqual([])
  })

  it('switches a fault on without a body', async () => {
    expect((await call('PUT', '/weather/rain')).status).toBe(200)
    expect(await active()).toHaveLength(1)
  })

  it.each([
    { count: 0 },
    { count: 1.5 },
    { count: 'two' },
    { probability: 1.1 },
    { probability: -1 },
    { seed: 'x' },
    { delayMs: 5 },
    { times: 3 },
    [],
  ])('rejects %j with 400 and a reason', async (settings) => {
    const response = await call('PUT', '/weather/rain', settings)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/) })
    expect(await active()).toEqual([])
  })

  it('returns 404 for an unknown service or fault', async () => {
    for (const method of ['PUT', 'DELETE']) {
      expect((await call(method, '/weather/snow')).status).toBe(404)
      expect((await call(method, '/moon/rain')).status).toBe(404)
    }
    expect(await (await call('PUT', '/weather/snow', {})).json()).toEqual({
      message: "weather has no fault 'snow'. It has: rain, fog.",
    })
  })
})

const weather: Emulator = {
  service: 'weather',
  title: 'Weather',
  tables: '',
  faults: [
    { kind: 'rain', does: 'It rains.' },
    { kind: 'fog', does: 'It takes longer.', delayMs: 50 },
  ],
  mount: (app, world) => {
    app.get('/weather', () => ({ rains: takeFault(world.faults, 'weather', 'rain') !== null }))
  },
}

const withWeather = [mailbox, weather]

async function strikes(times: number, { url } = sandbox): Promise<boolean[]> {
  const seen: boolean[] = []
  for (let time = 0; time < times; time++) {
    const { rains } = (await (await fetch(`${url}/weather`)).json()) as { rains: boolean }
    seen.push(rains)
  }
  return seen
}

async function put(address: string, settings: object, at = sandbox): Promise<Fault> {
  const response = await call('PUT', address, settings, at)
  expect(response.status).toBe(200)
  return (await response.json()) as Fault
}

function call(method: string, address: string, body?: object, { url } = sandbox): Promise<Response> {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return fetch(`${url}/sandbox/api/faults${address}`, { method, ...sent })
}

async function active(): Promise<Fault[]> {
  return (await (await call('GET', '')).json()) as Fault[]
}
