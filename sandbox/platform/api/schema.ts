import { readFileSync } from 'node:fs'
import { buildSchema, GraphQLError, parse, validate } from 'graphql'

/** The part of the platform's Admin API that the shop uses. */
export const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'))

/** Returns the parsed document, or the errors in the query. */
export function readDocument(query: string) {
  try {
    const document = parse(query)
    const errors = validate(schema, document)
    return errors.length > 0 ? { errors } : document
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}
