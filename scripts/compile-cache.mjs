import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The compile cache is kept between starts (docs/performance.md, Starting). It is in our own folder, since write access
// there means code execution; where it cannot be written, as in the container, everything is compiled again.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
