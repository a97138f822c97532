import { readFileSync } from 'node:fs'
import { buildSchema, type DocumentNode, GraphQLError, parse, validate } from 'graphql'

/** The part of the platform's Admin API that the shop uses. */
export const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'))

/** A client sends few different texts, so they are parsed and validated only once. */
const documents = new Map<string, DocumentNode>()
const MAX_DOCUMENTS = 100

/** Returns the parsed document, or the errors in the query. */
export function readDocument(query: string) {
  const known = documents.get(query)
  if (known) return known
  try {
    const document = parse(query)
    const errors = validate(schema, document)
    if (errors.length > 0) return { errors }
    if (documents.size >= MAX_DOCUMENTS) documents.clear()
    documents.set(query, document)
    return document
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}
