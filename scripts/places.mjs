import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node from node_modules. These .mjs files themselves must also run on the machine's own, older one. */
export const node = join(root, 'node_modules/.bin/node')
