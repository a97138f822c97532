/**
 * Loaded into the shop's process with `--import`: collects garbage and writes the memory in use (bytes) to MEMORY_FILE each
 * time `<MEMORY_FILE>.wanted` appears.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const { MEMORY_FILE = '' } = process.env
const POLL_MS = 100

if (process.argv[1]?.endsWith('dist/server/main.js')) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  setInterval(() => {
    if (!existsSync(`${MEMORY_FILE}.wanted`)) return
    rmSync(`${MEMORY_FILE}.wanted`)
    collectGarbage()
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(`${MEMORY_FILE}.new`, String(heapUsed + external))
    renameSync(`${MEMORY_FILE}.new`, MEMORY_FILE)
  }, POLL_MS).unref()
}
