import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type CachedResponse, createCacheStore, encodedForm } from './cache-store.ts'

const aResponse = (kilobytes: number): CachedResponse => ({
  status: 200,
  route: '/',
  headers: [],
  tags: null,
  etag: null,
  body: Buffer.alloc(kilobytes * 1024),
  bodyLength: kilobytes * 1024,
  forms: new Map(),
  making: new Map(),
  timesDecoded: 0,
})

test('the cache store evicts the least recently used entries beyond its maximum size', () => {
  const maxBytes = 1024 * 1024
  const store = createCacheStore(maxBytes)
  for (let page = 0; page < 1000; page++) {
    store.add(`page ${page}`, `/?page=${page}`, aResponse(10))
    expect(store.bytes()).toBeLessThanOrEqual(maxBytes)
    expect(store.find('/?page=0'), `page ${page}`).not.toBeNull()
  }
  expect(store.find('/?page=1')).toBeNull()
  expect(store.findByKey('page 1', '/?page=1')).toBeNull()
  expect(store.find('/?page=999')).not.toBeNull()
})

test('the cache store rejects an entry that would evict all others', () => {
  const store = createCacheStore(1024 * 1024)
  store.add('small', '/small', aResponse(10))
  store.add('big', '/big', aResponse(500))
  expect(store.find('/big')).toBeNull()
  expect(store.find('/small')).not.toBeNull()
})

test('the cache store keeps the compressed form of a response instead of its body, and both if both are requested', async () => {
  const store = createCacheStore(1024 * 1024)
  const response = aResponse(100)
  store.add('page', '/page', response)
  expect((await encodedForm(response, 'identity')).body).toHaveLength(100 * 1024)
  expect(store.bytes()).toBeGreaterThan(100 * 1024)
  const { body } = await encodedForm(response, 'br')
  expect(store.bytes()).toBeLessThan(4096)
  expect((await encodedForm(response, 'br')).body).toBe(body)
  const plain = await encodedForm(response, 'identity')
  expect(plain.body).toEqual(Buffer.alloc(100 * 1024))
  expect(gunzipSync((await encodedForm(response, 'gzip')).body)).toHaveLength(100 * 1024)
  expect(store.bytes()).toBeLessThan(4096)
  // The first client that can't read a compressed form may be the only one.
  const again = await encodedForm(response, 'identity')
  expect((await encodedForm(response, 'identity')).body).toBe(again.body)
  expect(store.bytes()).toBeGreaterThan(100 * 1024)
  store.clear()
  await encodedForm(response, 'identity')
  expect(store.bytes()).toBe(0)
})

test('the cache store keeps at most a fixed number of URL variants per entry', () => {
  const store = createCacheStore(1024 * 1024)
  store.add('home', '/', aResponse(1))
  for (let from = 0; from < 100; from++) expect(store.findByKey('home', `/?from=${from}`)).not.toBeNull()
  const found = Array.from({ length: 100 }, (_, from) => store.find(`/?from=${from}`)).filter(
    (one) => one !== null,
  )
  expect(found).toHaveLength(7)
  store.clear()
  expect(store.find('/')).toBeNull()
  expect(store.bytes()).toBe(0)
})

test('the cache store counts the URLs that it remembers, so they can’t fill the memory', () => {
  const maxBytes = 1024 * 1024
  const store = createCacheStore(maxBytes)
  const urls: string[] = []
  for (let page = 0; page < 500; page++) {
    store.add(`page ${page}`, `/?page=${page}`, aResponse(0))
    for (let spelling = 0; spelling < 10; spelling++) {
      const url = `/?page=${page}&from=${spelling}${'x'.repeat(2000)}`
      store.findByKey(`page ${page}`, url)
      urls.push(url)
    }
  }
  const remembered = urls.filter((url) => store.find(url) !== null)
  expect(remembered.length).toBeGreaterThan(100)
  expect(remembered.join('').length).toBeLessThan(store.bytes())
  expect(store.bytes()).toBeLessThanOrEqual(maxBytes)
  store.clear()
  expect(store.bytes()).toBe(0)
})
