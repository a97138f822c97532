import type { Db } from '../platform/db/database.ts'
import {
  deleteDocument,
  deleteUnusedWords,
  insertWords,
  listLexemes,
  listTexts,
  lockDocuments,
  updateCategoryDocument,
  upsertDocuments,
} from './search.ts'
import { wordsOf, wordsOfHtml } from './search-terms.ts'

/** Past so many words of a description nobody searches; a document has a limit too. */
const DESCRIPTION_WORDS_MAX = 4000

/**
 * Makes search know what these products say now. Like the other two here, the last step of the transaction that
 * changed them, since writers of documents wait for each other.
 */
export async function indexProducts(db: Db, productIds: number[]): Promise<void> {
  await lockDocuments(db)
  const before = await listLexemes(db, productIds)
  const texts = (await listTexts(db, productIds)).map(({ id, name, description }) => ({
    id,
    name: wordsOf(name),
    description: wordsOfHtml(description).slice(0, DESCRIPTION_WORDS_MAX),
  }))
  await upsertDocuments(
    db,
    texts.map(({ id, name, description }) => ({
      id,
      name: name.join(' '),
      description: description.join(' '),
    })),
  )
  await learnWords(
    db,
    texts.flatMap(({ name, description }) => [...name, ...description]),
  )
  await deleteUnusedWords(db, before)
}

/** Makes search forget a product. */
export async function unindexProduct(db: Db, productId: number): Promise<void> {
  await lockDocuments(db)
  const before = await listLexemes(db, [productId])
  await deleteDocument(db, productId)
  await deleteUnusedWords(db, before)
}

/** Makes search know a category by this name, and its products too. */
export async function indexCategory(db: Db, categoryId: number, name: string): Promise<void> {
  const words = wordsOf(name)
  await lockDocuments(db)
  const before = await updateCategoryDocument(db, categoryId, words.join(' '))
  await learnWords(db, words)
  await deleteUnusedWords(db, before)
}

async function learnWords(db: Db, words: string[]) {
  await insertWords(db, [...new Set(words)])
}
