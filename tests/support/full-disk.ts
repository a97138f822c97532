import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Emulates a full disk. Preloaded (`node --import`) into a shop and the thread of its embedded database. While the file
 * named by PLINTH_FULL_DISK exists, every write that would extend a file fails with 'no space left'. Existing bytes can be
 * overwritten, as on a real full disk.
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
