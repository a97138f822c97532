import { sql } from 'kysely'
import type { Category } from '#contract/catalog/api.ts'
import type { Db } from '../platform/db/database.ts'
import { codeDocument, type KnownCodes, selectCodes } from './code-queries.ts'
import { hasProducts } from './filter-queries.ts'
import { type KnownWord, withoutOneTypo } from './spelling.ts'

/** How well the index matches a searched word. */
export type WordFacts = {
  word: string
  /** Its stem as stored in documents; empty for a stop word such as 'the'. */
  lexemes: string[]
  /** Whether the catalog contains exactly this word. */
  isWord: boolean
  /** Whether the catalog contains its stem, or a word that begins with it. */
  isKnown: boolean
  /** Stems of the words that begin with it, at most STEMS_MAX + 1: 'anodi' begins 'anodized', whose stem is 'anod'. */
  stems: string[]
  /** Stems of the compounds that contain it after their beginning, at most STEMS_MAX: 'auflage' in 'schreibtischauflage'. */
  compounds: string[]
}

export type ProductText = { id: number; name: string; description: string }

/** If more stems share a prefix, the query matches the prefix itself. */
export const STEMS_MAX = 20
const NEAREST_MAX = 30
const WORDS_LOCK = 7_546_192

/**
 * Returns the facts in the order of `words`.
 * @param inside a pattern for the compounds that contain each word, or null to look for none
 */
export async function findWords(
  db: Db,
  words: string[],
  inside: (string | null)[] = [],
): Promise<WordFacts[]> {
  const { rows } = await selectWords(words, inside).execute(db)
  return rows
}

/** Returns the facts of words as findWords does, and the codes that the texts are, in one statement. */
export async function findWordsAndCodes(
  db: Db,
  words: string[],
  inside: (string | null)[],
  texts: string[],
): Promise<{ found: WordFacts[]; codes: KnownCodes[] }> {
  const { rows } = await sql<{ found: WordFacts[]; codes: KnownCodes[] }>`
    select
      (select coalesce(json_agg(facts), '[]') from (${selectWords(words, inside)}) facts) as found,
      (select coalesce(json_agg(known), '[]') from (${selectCodes(texts)}) known) as codes`.execute(db)
  return rows[0] ?? { found: [], codes: [] }
}

function selectWords(words: string[], inside: (string | null)[]) {
  return sql<WordFacts>`
    select asked.word, asked.lexemes, asked.compounds,
      exists (select from search_tokens known where known.word = asked.word) as "isWord",
      asked.stems <> '{}'
        or exists (select from search_tokens known where known.lexeme = any (asked.lexemes)) as "isKnown",
      asked.stems
    from (
      select word, number, tsvector_to_array(to_tsvector('english', word)) as lexemes,
        array(
          select distinct lexeme from search_tokens known
          where known.word >= given.word and known.word < given.word || chr(1114111)
          limit ${STEMS_MAX + 1}
        ) as stems,
        array(
          -- Without the offset, PostgreSQL reads all words in order of their stems until it has enough of them.
          select distinct lexeme
          from (select lexeme from search_tokens known where known.word like given.inside offset 0) found
          limit ${STEMS_MAX}
        ) as compounds
      from unnest(${words}::text[], ${inside}::text[]) with ordinality as given (word, inside, number)
    ) asked
    order by asked.number`
}

/** Returns the most similar known words for each word, most similar first. */
export async function findLookalikes(db: Db, words: string[]): Promise<Map<string, KnownWord[]>> {
  const variants = words.flatMap((word) => withoutOneTypo(word).map((variant) => ({ word, variant })))
  const { rows } = await sql<KnownWord & { asked: string }>`
    select asked, word, lexeme from (
      select asked.word as asked, near.word, near.lexeme
      from unnest(${words}::text[]) as asked (word),
        lateral (
          select word, lexeme from search_tokens order by search_tokens.word <-> asked.word limit ${NEAREST_MAX}
        ) near
      union
      select asked.word, known.word, known.lexeme
      from unnest(${variants.map(({ word }) => word)}::text[], ${variants.map(({ variant }) => variant)}::text[])
        as asked (word, variant)
        join search_tokens known on known.word = asked.variant
    ) lookalikes
    order by asked, word <-> asked, word`.execute(db)
  return Map.groupBy(rows, ({ asked }) => asked)
}

/** Returns whether at least one active product matches. */
export async function matchesAny(db: Db, tsquery: string): Promise<boolean> {
  const { rows } =
    await sql`select from product_search where document @@ ${tsquery}::tsquery limit 1`.execute(db)
  return rows.length > 0
}

/** Returns matching categories, best match first. */
export async function searchCategories(db: Db, tsquery: string, limit: number): Promise<Category[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'description', 'icon', 'image'])
    .where(sql<boolean>`document @@ ${tsquery}::tsquery`)
    .where(hasProducts)
    .orderBy(sql`ts_rank(document, ${tsquery}::tsquery) desc, id`)
    .limit(limit)
    .execute()
}

/**
 * Serializes writers of documents until the end of their transactions, because which words are known depends on all
 * documents. Call it last, after all other writes.
 */
export async function lockDocuments(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WORDS_LOCK})`.execute(db)
}

/** Returns the texts to index, for active products only. */
export async function listTexts(db: Db, ids: number[]): Promise<ProductText[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'description'])
    .where('id', '=', sql<number>`any (${ids}::integer[])`)
    .where('archived_at', 'is', null)
    .execute()
}

/** Returns the distinct lexemes of these products' documents. */
export async function listLexemes(db: Db, productIds: number[]): Promise<string[]> {
  const { rows } = await sql<{ lexeme: string }>`
    select distinct unnest(tsvector_to_array(document)) as lexeme
    from product_search where product_id = any (${productIds}::integer[])`.execute(db)
  return rows.map(({ lexeme }) => lexeme)
}

/** Writes the search documents of these products from the tokens of their names and descriptions, and their codes. */
export async function upsertDocuments(db: Db, products: ProductText[]): Promise<void> {
  await sql`
    insert into product_search (product_id, document)
    select products.id,
      setweight(to_tsvector('english', texts.name), 'A')
        || setweight(to_tsvector('english', texts.description), 'C')
        || setweight(categories.document, 'B')
        || ${codeDocument}
    from unnest(
        ${products.map(({ id }) => id)}::integer[],
        ${products.map(({ name }) => name)}::text[],
        ${products.map(({ description }) => description)}::text[]
      ) as texts (id, name, description)
      join products on products.id = texts.id
      join categories on categories.id = products.category_id
    on conflict (product_id) do update set document = excluded.document`.execute(db)
}

export async function deleteDocuments(db: Db, productIds: number[]): Promise<void> {
  await db
    .deleteFrom('product_search')
    .where('product_id', '=', sql<number>`any (${productIds}::integer[])`)
    .execute()
}

/** @returns the lexemes of the category's document before the update */
export async function updateCategoryDocument(db: Db, categoryId: number, words: string): Promise<string[]> {
  const { rows } = await sql<{ lexemes: string[] }>`
    update categories set document = to_tsvector('english', ${words})
    from categories before
    where categories.id = ${categoryId} and before.id = categories.id
    returning tsvector_to_array(before.document) as lexemes`.execute(db)
  await sql`
    update product_search
    set document = ts_filter(product_search.document, '{a,c,d}') || setweight(categories.document, 'B')
    from products join categories on categories.id = products.category_id
    where products.id = product_search.product_id and products.category_id = ${categoryId}`.execute(db)
  return rows.flatMap(({ lexemes }) => lexemes)
}

export async function insertWords(db: Db, words: string[]): Promise<void> {
  await sql`
    insert into search_tokens (word, lexeme)
    select word, lexeme
    from unnest(${words}::text[]) as word, unnest(tsvector_to_array(to_tsvector('english', word))) as lexeme
    on conflict do nothing`.execute(db)
}

/** Deletes the words of those stems that no document contains anymore. */
export async function deleteUnusedWords(db: Db, lexemes: string[]): Promise<void> {
  await sql`
    delete from search_tokens
    where lexeme = any (${lexemes}::text[])
      and not exists (select from product_search where document @@ quote_literal(lexeme)::tsquery)
      and not exists (select from categories where document @@ quote_literal(lexeme)::tsquery)`.execute(db)
}

/** Returns the texts already counted on this day. */
export async function listZeroResultSearches(db: Db, day: string): Promise<string[]> {
  const rows = await db.selectFrom('zero_result_searches').select('text').where('day', '=', day).execute()
  return rows.map(({ text }) => text)
}

export async function upsertZeroResultSearches(
  db: Db,
  day: string,
  searches: { text: string; count: number }[],
): Promise<void> {
  if (searches.length === 0) return
  await db
    .insertInto('zero_result_searches')
    .values(searches.map((search) => ({ ...search, day })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'text'])
        .doUpdateSet({ count: sql`zero_result_searches.count + excluded.count` }),
    )
    .execute()
}

export async function deleteOldZeroResultSearches(db: Db, before: string): Promise<void> {
  await db.deleteFrom('zero_result_searches').where('day', '<', before).execute()
}
