import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node in node_modules. The .mjs files themselves must also run on an older Node installed on the machine. */
export const node = join(root, 'node_modules/.bin/node')
