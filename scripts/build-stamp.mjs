import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './places.mjs'
import { hashOf, readStamp } from './stamp.mjs'

const stamp = 'dist/.built.json'
const pages = ['web', 'contract', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
/** The server renders the pages, so it includes them. */
const sources = { client: pages, server: [...pages, 'server'] }

/** Returns a hash of the sources of each part of the build. */
export async function hashSources() {
  const builders = (await readdir(join(root, 'scripts'))).filter((name) => /^build.*\.(ts|mjs)$/.test(name))
  const scripts = builders.sort().map((name) => `scripts/${name}`)
  return {
    client: await hashOf([...sources.client, ...scripts]),
    server: await hashOf([...sources.server, ...scripts]),
  }
}

/** Returns the parts whose sources aren't those that they were built from. */
export async function changedParts() {
  const [wanted, built] = [await hashSources(), await readHashes()]
  return Object.keys(wanted).filter((part) => wanted[part] !== built[part])
}

/** Keeps what the parts were built from. Before they are built, an empty hash, so that an interrupted build is repeated. */
export async function stampParts(hashes) {
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(join(root, stamp), `${JSON.stringify({ ...(await readHashes()), ...hashes }, null, 2)}\n`)
}

async function readHashes() {
  const text = await readStamp(stamp)
  return text === '' ? {} : JSON.parse(text)
}
