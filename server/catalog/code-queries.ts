import { type RawBuilder, sql } from 'kysely'

/**
 * SKUs and barcodes are searched as a whole, without their separators. In documents, `#` begins a SKU and `=` a barcode, so
 * neither is found as a word, and words aren't corrected to them.
 */

/** A text's codes as lexemes of documents. */
export type KnownCodes = {
  /** SKU and barcode that the text is. */
  exact: string[]
  /** SKUs that it begins, at most BEGUN_MAX. Empty for all texts but the first. */
  begun: string[]
}

/** Minimum length of the beginning of a SKU. */
const SHORTEST = 3
const BEGUN_MAX = 20

/** Selects the active codes that each of these texts is or, for the first one, begins. */
export function selectCodes(texts: string[]): RawBuilder<KnownCodes> {
  return sql`
    select
      array(select '#' || asked.code
        where exists (select from variants where sku_code = asked.code and archived_at is null))
      || array(select '=' || ltrim(asked.code, '0')
        where exists (select from variants where ${hasBarcode(sql`asked.code`)} and archived_at is null)) as exact,
      array(
        select '#' || sku_code from variants
        where asked.number = 1 and length(asked.code) >= ${SHORTEST} and archived_at is null
          and sku_code > asked.code and sku_code < asked.code || chr(1114111)
          and exists (select from product_search where product_search.product_id = variants.product_id)
        order by sku_code limit ${BEGUN_MAX}
      ) as begun
    from (
      select number, ${codeOf(sql`text`)} as code
      from unnest(${texts}::text[]) with ordinality as given (text, number)
    ) asked
    order by asked.number`
}

/** Condition for variants whose SKU contains a text, or whose barcode it is. */
export function hasCode(text: string): RawBuilder<boolean> {
  const code = codeOf(sql`${text}::text`)
  return sql<boolean>`(sku_code like '%' || ${code} || '%' or ${hasBarcode(code)})`
}

/** The codes of a product's active variants, as a document. */
export const codeDocument = sql`coalesce((
  select string_agg(format('''%s'':1', code), ' ') from (
    select '#' || sku_code as code from variants
    where variants.product_id = products.id and archived_at is null and sku_code is not null
    union all
    select '=' || ltrim(barcode, '0') from variants
    where variants.product_id = products.id and archived_at is null and barcode is not null
  ) codes), '')::tsvector`

/** A text in the format of `sku_code`, or null if it has neither letters nor digits. */
function codeOf(text: RawBuilder<unknown>) {
  return sql<string | null>`nullif(lower(regexp_replace(${text}, '[^[:alnum:]]+', '', 'g')), '')`
}

/** A longer GTIN of an article has leading zeros. */
function hasBarcode(code: RawBuilder<unknown>) {
  return sql<boolean>`(${code} ~ '^\\d{8,14}$' and ltrim(barcode, '0') = ltrim(${code}, '0'))`
}
