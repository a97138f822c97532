import { expect, test } from 'vitest'
import { type Answer, openKeptAnswers } from './cache-store.ts'

const anAnswer = (kilobytes: number): Answer => ({
  status: 200,
  route: '/',
  headers: [],
  etag: null,
  body: Buffer.alloc(kilobytes * 1024),
  forms: new Map(),
  making: new Map(),
})

test('evicts the least recently used entries beyond its maximum size', () => {
  const room = 1024 * 1024
  const kept = openKeptAnswers(room)
  for (let page = 0; page < 1000; page++) {
    kept.keep(`page ${page}`, `/?page=${page}`, anAnswer(10))
    expect(kept.bytes()).toBeLessThanOrEqual(room)
    expect(kept.find('/?page=0'), `page ${page}`).not.toBeNull()
  }
  expect(kept.find('/?page=1')).toBeNull()
  expect(kept.findAs('page 1', '/?page=1')).toBeNull()
  expect(kept.find('/?page=999')).not.toBeNull()
})

test('one answer does not drive out all others', () => {
  const kept = openKeptAnswers(1024 * 1024)
  kept.keep('small', '/small', anAnswer(10))
  kept.keep('big', '/big', anAnswer(500))
  expect(kept.find('/big')).toBeNull()
  expect(kept.find('/small')).not.toBeNull()
})

test('remembers at most a fixed number of spellings of a URL', () => {
  const kept = openKeptAnswers(1024 * 1024)
  kept.keep('home', '/', anAnswer(1))
  for (let from = 0; from < 100; from++) expect(kept.findAs('home', `/?from=${from}`)).not.toBeNull()
  const found = Array.from({ length: 100 }, (_, from) => kept.find(`/?from=${from}`)).filter(
    (one) => one !== null,
  )
  expect(found).toHaveLength(7)
  kept.clear()
  expect(kept.find('/')).toBeNull()
  expect(kept.bytes()).toBe(0)
})
