import { isBuiltin } from 'node:module'
import type { Plugin } from 'vite'

/**
 * Functions of packages that the shop needs rarely or never. The built server evaluates their modules at the first call.
 * @fastify/static needs glob only for an option that the shop doesn't use.
 */
const LATE: Record<string, string> = {
  '@sindresorhus/transliterate': 'default',
  'csv-parse': 'parse',
  'csv-stringify/sync': 'stringify',
  glob: 'glob',
  'sanitize-html': 'default',
}

const LATE_ID = '\0late:'
const NODE_ID = '\0node:'

/** Makes the built server load packages and Node's modules late. */
export function loadLate(): Plugin {
  return {
    name: 'plinth-load-late',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    apply: 'build',
    resolveId(source, importer) {
      if (isBuiltin(source) && !importer?.includes('rolldown'))
        return `${NODE_ID}${source.replace('node:', '')}`
      return source in LATE && !importer?.startsWith(LATE_ID) ? `${LATE_ID}${source}` : null
    },
    load(id) {
      // An import of a module of Node reads all its properties, and those of node:http load its client for fetch.
      if (id.startsWith(NODE_ID))
        return `module.exports = process.getBuiltinModule('node:${id.slice(NODE_ID.length)}')`
      if (!id.startsWith(LATE_ID)) return null
      const source = id.slice(LATE_ID.length)
      const name = LATE[source]
      const result = name === 'default' ? 'module.exports' : `exports.${name}`
      return `${result} = (...values) => {
  const loaded = require('${source}')
  return (loaded.${name} ?? loaded)(...values)
}`
    },
  }
}
