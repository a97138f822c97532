import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Preloaded into a shop (`node --import`), also into the thread of its embedded database: while the file that
 * PLINTH_FULL_DISK names exists, the operating system returns 'no space left' to every write that would extend a file. What a
 * file has already can be written over, as on a disk that is really full.
 */
const flag = process.env.PLINTH_FULL_DISK ?? ''
const { writeSync } = fs

fs.writeSync = ((fd: number, data: NodeJS.ArrayBufferView, ...rest: unknown[]) => {
  const [, length = data.byteLength, position = null] = rest as (number | null | undefined)[]
  if (typeof data !== 'string' && fs.existsSync(flag)) {
    const end = (position ?? 0) + Number(length)
    const stat = fs.fstatSync(fd)
    if (stat.isFile() && end > stat.size) throw noSpaceLeft()
  }
  return writeSync(fd, data, ...(rest as []))
}) as typeof fs.writeSync
syncBuiltinESMExports()

function noSpaceLeft() {
  const facts = { errno: -28, code: 'ENOSPC', syscall: 'write' }
  return Object.assign(new Error('ENOSPC: no space left on device, write'), facts)
}
