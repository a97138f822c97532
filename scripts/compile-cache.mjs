import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What was compiled at one start is kept for the next one (docs/performance.md, Starting). In our own folder, since whoever can write
// there decides what runs; where it cannot be written, as in the container, everything is compiled anew.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
