import { expect, test } from 'vitest'
import { slugOf } from './slugs.ts'

test.each([
  ['Oak Tray, large!', 'oak-tray-large'],
  ['Löwe & Söhne', 'loewe-soehne'],
  ['Lo\u0308we', 'loewe'],
  ['Łódź Straße', 'lodz-strasse'],
  ['日本', ''],
])("the slug of '%s' is '%s'", (name, slug) => expect(slugOf(name)).toBe(slug))
