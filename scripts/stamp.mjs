import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './places.mjs'

/** Returns a hash of the names and contents of files and folders, without tests. */
export async function hashOf(paths) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const path of paths) {
    for (const file of await filesIn(path))
      hash.update(`\0${file}\0`).update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

async function filesIn(path) {
  const info = await orNull(stat(join(root, path)))
  if (!info) return []
  if (!info.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  const names = (await readdir(join(root, path))).sort()
  return (await Promise.all(names.map((name) => filesIn(`${path}/${name}`)))).flat()
}

/** Returns the stamp of the last successful run, or an empty string. */
export async function readStamp(path) {
  return (await orNull(readFile(join(root, path), 'utf8'))) ?? ''
}

async function orNull(promise) {
  try {
    return await promise
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
