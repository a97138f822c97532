import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { ShopLook } from '#contract/looks/look.ts'
import { FONT_PAIRS, type FontPair } from '#contract/looks/rules.ts'
import { notFound } from '../errors.ts'
import { ROOT } from '../platform/root.ts'

/** The files of scripts/make-fonts.ts. */
const FOLDER = new URL('server/pages/fonts/', ROOT)
const FOREVER = 'public, max-age=31536000, immutable'

type Pair = { css: string; fonts: NonNullable<ShopLook['fonts']> }

/** By the last part of its URL, which changes with its content. */
const files = new Map<string, Buffer>()
const pairs = new Map(
  FONT_PAIRS.filter((name) => name !== 'editorial').map((name): [FontPair, Pair] => [name, readPair(name)]),
)

/** Returns the faces of a pair, or nothing for the installed one. */
export const facesOf = (name: FontPair): string[] => {
  const pair = pairs.get(name)
  return pair ? [pair.css] : []
}

/** Returns what pages load besides the faces, or nothing for the installed pair. */
export const fontsOf = (name: FontPair): ShopLook['fonts'] => pairs.get(name)?.fonts

export function serveFonts(app: FastifyInstance) {
  app.get<{ Params: { file: string } }>('/fonts/:file', async ({ params }, reply) => {
    const font = files.get(params.file)
    if (!font) throw notFound('There is no such font.')
    // The payment provider's frame uses the shop's font.
    reply.header('content-type', 'font/woff2').header('access-control-allow-origin', '*')
    reply.header('cache-control', FOREVER)
    return font
  })
}

function readPair(name: FontPair): Pair {
  const preloads: string[] = []
  const css = readFileSync(new URL(`${name}.css`, FOLDER), 'utf8').replace(
    /url\(([\w-]+)\.woff2\)/g,
    (_url, file: string) => {
      const url = `/fonts/${addFile(file)}`
      if (file.endsWith('-common')) preloads.push(url)
      return `url(${url})`
    },
  )
  const [, family = ''] = /--text-font: '([^']+)'/.exec(css) ?? []
  const [heading = '', text = ''] = preloads
  // In the order in which pages need them.
  return { css, fonts: { preloads: [text, heading], text: { family, url: text } } }
}

function addFile(name: string): string {
  const content = readFileSync(new URL(`${name}.woff2`, FOLDER))
  const file = `${name}.${hash('sha256', content).slice(0, 8)}.woff2`
  files.set(file, content)
  return file
}
