import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'

const parts = [
  './schema.graphql',
  '../catalogue/catalogue.graphql',
  '../inventory/inventory.graphql',
  '../webhooks/webhooks.graphql',
  '../bulk/bulk.graphql',
]

/** The schema, as the files beside each part of the platform say it. */
export const schema = buildSchema(
  parts.map((part) => readFileSync(new URL(part, import.meta.url), 'utf8')).join('\n'),
)
