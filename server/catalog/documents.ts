import type { Db } from '../platform/db/database.ts'
import {
  deleteDocuments,
  deleteUnusedWords,
  insertWords,
  listLexemes,
  listTexts,
  lockDocuments,
  updateCategoryDocument,
  upsertDocuments,
} from './search.ts'
import { wordsOf, wordsOfHtml } from './words.ts'

/** Maximum number of words of a description to index. PostgreSQL limits the size of a document. */
const DESCRIPTION_WORDS_MAX = 4000

/**
 * Indexes the current text of these products. Like the other functions in this file, it must be the last step of its
 * transaction, because it locks out other writers of search documents until the end.
 */
export async function indexProducts(db: Db, productIds: number[]): Promise<void> {
  if (productIds.length === 0) return
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

export async function unindexProducts(db: Db, productIds: number[]): Promise<void> {
  if (productIds.length === 0) return
  await lockDocuments(db)
  const before = await listLexemes(db, productIds)
  await deleteDocuments(db, productIds)
  await deleteUnusedWords(db, before)
}

/** Indexes a category under this name, along with its products. */
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
