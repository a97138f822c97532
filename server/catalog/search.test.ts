import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { changeSettings } from '../settings/settings.ts'
import { addCategory, changeCategory } from './categories.ts'
import { aProduct, namesAt } from './fixtures.ts'
import { changeProduct } from './products.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const found = (search: string, more = '') =>
  namesAt(shop, `search=${encodeURIComponent(search)}${more && `&${more}`}`)

describe('a search', () => {
  test.each([
    ['walnut monitor stand', 'Walnut Monitor Stand', 'words'],
    ['STAND walnut', 'Walnut Monitor Stand', 'words in any order and case'],
    ['lamps', 'Halo LED Desk Lamp', 'another form of a word'],
    ['charging', 'Walnut Wireless Charger', 'another form of a word'],
    ['wal mon', 'Walnut Monitor Stand', 'beginnings of words'],
    ['organiz', 'Oak Organizer Tray', 'a beginning longer than the stem'],
    ['lighting halo', 'Halo LED Desk Lamp', 'the category and the name together'],
    ['a stand for the monitor', 'Walnut Monitor Stand', 'common words, which are ignored'],
    ['walnut monitr', 'Walnut Monitor Stand', 'a letter missing'],
    ['walnnut monitorr', 'Walnut Monitor Stand', 'a letter too many'],
    ['walmut monitor', 'Walnut Monitor Stand', 'a wrong letter'],
    ['qalnut', 'Walnut Monitor Stand', 'a wrong first letter'],
    ['lmap', 'Halo LED Desk Lamp', 'two letters swapped'],
    ['wireles chrager', 'Walnut Wireless Charger', 'two words with an error each'],
    ['wlanu', 'Walnut Monitor Stand', 'an error in a word that is still being typed'],
    ['aluminium laptop', 'Aluminum Laptop Stand', 'British spelling'],
  ])('%s finds %s by %s', async (search, name) => {
    expect(await found(search)).toContain(name)
  })

  test('finds products with some of the words only if none contains every word', async () => {
    expect(await found('walnut charger')).toEqual(['Walnut Wireless Charger'])
    const some = await found('walnut halo')
    expect(some.toSorted()).toEqual(['Halo LED Desk Lamp', 'Walnut Monitor Stand', 'Walnut Wireless Charger'])
    expect(await found('walnut unicorns'), 'with a word that no product has').not.toEqual([])
    expect(await found('unicorn dragon')).toEqual([])
    expect(await found('walnut')).not.toContain('Aluminum Laptop Stand')
  })

  test('finds what the owner’s synonyms mean', async () => {
    expect(await found('mousepad'), 'by a synonym of the demo').toContain('Merino Felt Desk Mat')
    await changeSettings(shop.shop.db, { synonyms: '' })
    expect(await found('mousepad')).toEqual([])
    await changeSettings(shop.shop.db, {
      synonyms: ['mousepad, mouse mat = desk mat, leather pad', 'torch = lamp'].join('\n'),
    })
    const mats = ['Full-Grain Leather Desk Pad', 'Merino Felt Desk Mat']
    expect((await found('Mousepads')).toSorted()).toEqual(mats)
    expect(await found('mouse mat')).toEqual(expect.arrayContaining(mats))
    expect(await found('felt mousepad')).toEqual(['Merino Felt Desk Mat'])
    expect(await found('torch')).toContain('Halo LED Desk Lamp')
    const suggested = await shop.visitor().call('GET /api/search/suggestions', { q: 'mousepad' })
    expect(suggested.products.map(({ name }) => name).toSorted()).toEqual(mats)
    await changeSettings(shop.shop.db, { synonyms: '' })
  })

  test('doesn’t correct typos in short words or numbers', async () => {
    expect(await found('oka')).toEqual([])
    expect(await found('27001')).toEqual([])
  })

  test('ranks names above categories, and categories above descriptions', async () => {
    const musical = { name: 'Zithers', slug: 'zithers', description: '', icon: 'fa-music' }
    const categoryId = await addCategory(shop.shop.db, musical)
    await aProduct(shop, { name: 'By Description', description: `<p>${'zither '.repeat(30)}</p>` })
    await aProduct(shop, { name: 'By Category', categoryId })
    await aProduct(shop, { name: 'By Name: Zither Holder' })
    expect(await found('zither')).toEqual(['By Name: Zither Holder', 'By Category', 'By Description'])
  })

  test('finds a word of at least four letters inside a compound, and ranks it last', async () => {
    await aProduct(shop, { name: 'Auflage' })
    await aProduct(shop, { name: 'Schreibtischauflage aus Leder' })
    expect(await found('auflage')).toEqual(['Auflage', 'Schreibtischauflage aus Leder'])
    expect(await found('auflagen leder'), 'some of the words').toHaveLength(2)
    expect(await found('leder tischauf')).toEqual(['Schreibtischauflage aus Leder'])
    expect(await found('age')).not.toContain('Auflage')
    await aProduct(shop, { name: 'Clamp for Boards' })
    expect(await found('lamp')).not.toContain('Clamp for Boards')
  })

  test.each([
    ['木製モニター台', 'モニター', '木製モニター台の説明'],
    ['桌面收纳盒', '收纳', '这是一个桌面收纳盒'],
  ])('finds a word inside the run of letters %s', async (name, word, description) => {
    await aProduct(shop, { name })
    const inDescription = `${name.length} 個入り`
    const long = '高品質な素材を使い職人が一つ一つ丁寧に仕上げた'.repeat(3)
    await aProduct(shop, { name: inDescription, description: `<p>${long}${description}</p>` })
    expect(await found(word)).toEqual([name, inDescription])
  })

  test('ranks exact matches above prefix matches', async () => {
    await aProduct(shop, { name: 'Bellows' })
    await aProduct(shop, { name: 'Bell' })
    await aProduct(shop, { name: 'Bellflower' })
    expect((await found('bell'))[0]).toBe('Bell')
  })

  test('sorts products of equal rank by ID', async () => {
    for (const name of ['Gong One', 'Gong Two', 'Gong Six']) await aProduct(shop, { name })
    expect(await found('gong')).toEqual(['Gong Six', 'Gong Two', 'Gong One'])
  })

  test('can be sorted and filtered like any list', async () => {
    const prices = async (more: string) =>
      (await shop.visitor().call('GET /api/products', { search: 'walnut', sort: more as 'newest' })).map(
        ({ price }) => Number(price),
      )
    expect(await prices('price_asc')).toEqual((await prices('price_desc')).reverse())
    expect(await found('walnut', 'minPrice=100')).toEqual(['Walnut Monitor Stand'])
    expect(await found('walnut', 'categoryId=5')).toEqual(['Walnut Wireless Charger'])
  })

  test('ignores accents in the query and in the product', async () => {
    await aProduct(shop, { name: 'Crème Brûlée Coaster' })
    await aProduct(shop, { name: 'Smorrebrod Board', description: '<p>für Straße</p>' })
    expect(await found('creme brulee')).toEqual(['Crème Brûlée Coaster'])
    expect(await found('CRÈME')).toEqual(['Crème Brûlée Coaster'])
    expect(await found('Smørrebrød strasse')).toEqual(['Smorrebrod Board'])
  })

  test('reads descriptions without their tags and symbols', async () => {
    await aProduct(shop, {
      name: 'Tagged',
      description: '<ul><li>one<strong>piece</strong></li><li>quartz &amp; onyx</li></ul>',
    })
    expect(await found('onepiece')).toEqual(['Tagged'])
    expect(await found('quartz onyx')).toEqual(['Tagged'])
    for (const sign of ['ul', 'strong', 'piecequartz', 'amp'])
      expect(await found(sign)).not.toContain('Tagged')
  })

  test.each([
    '"halo lamp"',
    `'halo' "lamp`,
    'halo & !lamp | (',
    'halo:* <-> lamp:*',
    'halo\\ lamp\\',
    'halo% lamp_',
    "halo'); -- lamp",
    '<halo></lamp>',
    '+halo -lamp',
  ])('treats quotes and operators as spaces: %s', async (search) => {
    expect(await found(search)).toContain('Halo LED Desk Lamp')
  })

  test('treats a character that the database cannot store as a space', async () => {
    expect(await found('halo\0lamp')).toEqual(['Halo LED Desk Lamp'])
  })

  test('finds nothing for symbols only, and everything for an empty query', async () => {
    for (const search of ['!!!', '&', "'", '\\', '💡']) expect(await found(search)).toEqual([])
    expect(await found('   ')).toEqual(await namesAt(shop, ''))
  })

  test('accepts many words and long words', async () => {
    expect(await found('walnut '.repeat(28).trim())).toContain('Walnut Monitor Stand')
    expect(await found('x'.repeat(200))).toEqual([])
  })
})

describe('the search index', () => {
  test('is updated when a product’s name changes', async () => {
    const id = await aProduct(shop, { name: 'Xylophone Shelf', slug: 'xylophone' })
    expect(await found('xylophone')).toEqual(['Xylophone Shelf'])
    await changeProduct(shop.shop.db, null, id, { name: 'Glockenspiel Shelf', slug: 'glockenspiel' })
    expect(await found('glockenspeil')).toEqual(['Glockenspiel Shelf'])
    expect(await found('xylophone')).toEqual([])
  })

  test('removes a token along with its last product, so the token can match another one by typo tolerance', async () => {
    const id = await aProduct(shop, { name: 'Marimbo Mallet' })
    await changeProduct(shop.shop.db, null, id, { name: 'Marimba Mallet', slug: null })
    expect(await found('marimbo')).toEqual(['Marimba Mallet'])
  })

  test('is updated for all products of a category when the category’s name changes', async () => {
    const band = { name: 'Ukuleles', slug: 'ukuleles', description: '', icon: 'fa-guitar' }
    const categoryId = await addCategory(shop.shop.db, band)
    for (const name of ['Rosewood Peg', 'Rosewood Bridge']) {
      await aProduct(shop, { name, categoryId, description: '<p>Rosewood.</p>' })
    }
    expect(await found('ukulele peg')).toEqual(['Rosewood Peg'])
    await changeCategory(shop.shop.db, null, categoryId, { name: 'Banjos' })
    expect(await found('ukulele')).toEqual([])
    expect(await found('banjo')).toEqual(['Rosewood Bridge', 'Rosewood Peg'])
    expect(await found('rosewod')).toEqual(['Rosewood Bridge', 'Rosewood Peg'])
    await expect(changeCategory(shop.shop.db, null, 999, { name: 'None' })).rejects.toMatchObject({
      status: 404,
    })
  })
})
