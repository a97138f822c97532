import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Keeps the compile cache between starts (docs/performance.md, Starting). It is in the shop's folder, because write access to it allows code execution. If the folder isn't writable, as in the container, everything is compiled again.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
