import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, type PlatformWorld } from '../given.ts'
import { catalogue, finishedBulk, startBulk } from './given.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

const start = (query: string) => startBulk(world, query)
const finished = () => finishedBulk(world)

describe('the switch', () => {
  it("'bulk-fails' leaves what was written until then", async () => {
    await world.api('PUT', '/platform/shelves', { generated: 600 })
    await world.switchOn('bulk-fails')
    await start('{ products { nodes { id } } }')
    const operation = await finished()
    expect(operation).toMatchObject({ status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR', url: null })
    expect((await (await fetch(operation.partialDataUrl ?? '')).text()).trimEnd().split('\n')).toHaveLength(
      250,
    )
  })

  it("'bulk-cut' breaks the file off", async () => {
    await start(catalogue)
    const { url } = await finished()
    await world.switchOn('bulk-cut')
    await expect(fetch(url ?? '').then((answer) => answer.text())).rejects.toThrow()
    expect((await (await fetch(url ?? '')).text()).length).toBeGreaterThan(0)
  })

  it("'bulk-inside' gives the address of a machine inside, once", async () => {
    await start(catalogue)
    const { url } = await finished()
    await world.switchOn('bulk-inside')
    expect((await finished()).url).toBe('https://169.254.169.254/bulk.jsonl')
    expect((await finished()).url).toBe(url)
  })
})
