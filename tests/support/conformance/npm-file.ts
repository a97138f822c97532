import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A package that isn't installed, because only one of its files is needed and it has many dependencies. */
export type NpmPackage = { name: string; version: string; integrity: string }

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/plinth-packages')

/** Downloads a package once, and returns one of its files. @throws Error if its hash isn't the expected one */
export function fileOfPackage({ name, version, integrity }: NpmPackage, path: string): Buffer {
  mkdirSync(CACHE, { recursive: true })
  const tarball = join(CACHE, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  if (!existsSync(tarball)) {
    const args = ['pack', `${name}@${version}`, '--json', '--pack-destination', CACHE]
    const [packed] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })) as { integrity: string }[]
    if (packed?.integrity !== integrity)
      throw new Error(`${name}@${version} has the hash ${packed?.integrity}`)
  }
  const file = [...filesIn(gunzipSync(readFileSync(tarball)))].find((one) => one.name === `package/${path}`)
  if (!file) throw new Error(`${name}@${version} has no file ${path}`)
  return file.content
}

/** Headers and contents come in blocks of 512 bytes. */
function* filesIn(tar: Buffer): Generator<{ name: string; content: Buffer }> {
  let longName = ''
  for (let at = 0; at + 512 <= tar.length; ) {
    const text = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8) || 0
    const content = tar.subarray(at + 512, at + 512 + size)
    const type = text(156, 1)
    if (type === 'x') longName = /\d+ path=(.*)\n/.exec(content.toString())?.[1] ?? ''
    else if (text(0, 100) !== '') {
      const prefix = text(345, 155)
      yield { name: longName || (prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)), content }
      longName = ''
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
