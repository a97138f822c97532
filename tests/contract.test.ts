import { globSync } from 'node:fs'
import { join } from 'node:path'
import zlib from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import type { Endpoint } from '#contract/http.ts'
import { openTestShop, type TestShop } from './support/shop.ts'

const root = join(import.meta.dirname, '..')
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('the API contract', () => {
  test('names each endpoint once', () => {
    const names = endpoints.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })

  test('lists every endpoint that a slice declares', async () => {
    const files = globSync('contract/*/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'))
    const modules: object[] = await Promise.all(files.map((file) => import(join(root, file))))
    const declared = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
    expect(declared.length).toBeGreaterThan(100)
    expect(declared.filter((one) => !endpoints.some((listed) => listed === one)).map(nameOf)).toEqual([])
  })

  test.each(endpoints)('$method $path is mounted', ({ method, path }) => {
    expect(shop.app.hasRoute({ method, url: path })).toBe(true)
  })

  test('describes every endpoint in an OpenAPI 3.1 document', async () => {
    const document = (await shop.visitor().send({ url: '/api/openapi.json' })).json() as {
      openapi: string
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(document.openapi).toBe('3.1.0')
    for (const { method, path } of endpoints) {
      const described = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(described?.responses, `${method} ${path}`).toBeDefined()
    }
  })

  test('is readable as a page at /api/docs', async () => {
    const response = await shop.visitor().send({ url: '/api/docs/' })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toContain('text/html')
  })

  test.each([
    ['/api/openapi.json', 'application/json'],
    ['/api/docs/json', 'application/json'],
    ['/api/docs/yaml', 'yaml'],
    ['/api/docs/static/swagger-ui-bundle.js', 'javascript'],
    ['/api/docs/static/swagger-ui.css', 'text/css'],
  ])('compresses %s once, and not for a client that has it', async (url, type) => {
    const visitor = shop.visitor()
    const read = (headers = {}) => visitor.send({ url, headers: { 'accept-encoding': 'br', ...headers } })
    await read()
    const compress = vi.spyOn(zlib, 'createBrotliCompress')
    const { status, headers } = await read()
    expect(compress).not.toHaveBeenCalled()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(headers['content-type']).toContain(type)
    const plain = await read({ 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.etag).toBe(headers.etag)
    expect((await read({ 'if-none-match': headers.etag })).status).toBe(304)
  })

  test('returns 404 as JSON, never a page, for unknown paths under /api', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await shop.visitor().send({ method, url: '/api/nothing/here' })
      expect(response.status).toBe(404)
      expect(ErrorBody.parse(response.json()).code).toBe('not_found')
    }
  })

  test('returns the error shape if a body can’t be read', async () => {
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/products',
      headers: { 'content-type': 'application/json' },
      payload: '{"half":',
    })
    expect(ErrorBody.parse(response.json())).toBeDefined()
  })

  test('adds a request ID to every response', async () => {
    const ids = [
      await shop.visitor().send({ url: '/api/products' }),
      await shop.visitor().send({ url: '/' }),
      await shop.visitor().send({ url: '/api/nothing' }),
    ].map((response) => response.headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    expect(ids).not.toContain(undefined)
  })
})
