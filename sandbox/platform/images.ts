import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { httpError } from '../errors.ts'

const dark = 'fill="#000" opacity="0.28"'
const light = 'fill="#fff" opacity="0.35"'

const shapes = {
  bag: `<path d="M34 44h32l5 32H29z"/><path d="M38 46c0-14 24-14 24 0" fill="none" stroke-width="2.5"/><rect x="32" y="50" width="36" height="2" ${dark}/>`,
  board: `<rect x="18" y="64" width="64" height="11" rx="4"/><rect x="20" y="65" width="60" height="2.5" rx="1" ${light}/>`,
  book: `<rect x="30" y="56" width="42" height="7" rx="1"/><rect x="28" y="63" width="44" height="7" rx="1" opacity="0.82"/><rect x="31" y="70" width="40" height="6" rx="1" opacity="0.66"/><rect x="30" y="58" width="42" height="1" ${light}/>`,
  bottle: `<rect x="40" y="46" width="20" height="30" rx="3"/><rect x="45" y="37" width="10" height="10" ${dark}/><rect x="43" y="55" width="14" height="12" ${light}/>`,
  clock: `<circle cx="50" cy="46" r="24"/><circle cx="50" cy="46" r="20" ${light}/><path d="M50 46V31M50 46l10 6" stroke="#222" stroke-width="2" fill="none"/>`,
  desk: `<rect x="12" y="48" width="76" height="6" rx="1"/><rect x="17" y="54" width="5" height="22"/><rect x="78" y="54" width="5" height="22"/><rect x="56" y="54" width="22" height="8" ${dark}/>`,
  globe: `<circle cx="50" cy="52" r="22"/><circle cx="50" cy="52" r="15" ${light}/><rect x="42" y="73" width="16" height="3" ${dark}/>`,
  hook: `<rect x="28" y="30" width="44" height="7" ${dark}/><path d="M50 37v20a8 8 0 1 1-16 0" fill="none" stroke-width="5" stroke-linecap="round"/>`,
  hourglass: `<path d="M36 32h28L52 54l12 22H36l12-22z"/><rect x="33" y="28" width="34" height="5" ${dark}/><rect x="33" y="73" width="34" height="4" ${dark}/>`,
  keyboard: `<path d="M16 62h68l4 13H12z"/>${keys()}`,
  lamp: `<rect x="40" y="72" width="24" height="4" rx="2"/><path d="M52 73V38L36 30" fill="none" stroke-width="2.5"/><path d="M26 30h20l-3-10H30z"/><path d="M26 30h20l8 30H18z" fill="#ffe9b0" opacity="0.45"/>`,
  pad: `<ellipse cx="50" cy="68" rx="30" ry="9"/><ellipse cx="50" cy="66" rx="30" ry="9" ${light}/>`,
  pen: `<path d="M22 70 70 44l6 9-48 24z"/><path d="m70 44 8-3-2 12z" ${dark}/><path d="m60 49 4 9" stroke="#fff" stroke-width="1.5" opacity="0.5"/>`,
  plant: `<path d="M38 58h24l-4 18H42z" fill="#9a948c"/><path d="M50 58c-2-14-14-16-18-14 2 10 10 14 18 14zm0 0c2-16 14-18 18-15-2 11-10 15-18 15zm0 0c-4-12-1-20 1-24 4 6 4 16-1 24z"/>`,
  shelf: `<rect x="20" y="40" width="60" height="4"/><rect x="20" y="58" width="60" height="4"/><rect x="22" y="40" width="4" height="36"/><rect x="74" y="40" width="4" height="36"/><rect x="32" y="48" width="6" height="10" ${dark}/><rect x="40" y="46" width="5" height="12" ${dark}/>`,
  speaker: `<rect x="18" y="36" width="26" height="40" rx="3"/><rect x="56" y="36" width="26" height="40" rx="3"/><circle cx="31" cy="60" r="9" ${light}/><circle cx="69" cy="60" r="9" ${light}/><circle cx="31" cy="45" r="4" ${light}/><circle cx="69" cy="45" r="4" ${light}/>`,
  stone: `<path d="M26 76c0-18 12-26 26-26s24 10 22 26z"/><path d="M34 62c6-8 20-10 28-4-10-2-20 0-28 4z" ${light}/>`,
  tray: `<path d="M18 58h64l-4 18H22z"/><rect x="24" y="62" width="15" height="10" ${dark}/><rect x="43" y="62" width="15" height="10" ${dark}/><rect x="62" y="62" width="14" height="10" ${dark}/>`,
}

export type Motif = keyof typeof shapes
/** The objects that the platform's pictures show. */
export const motifs = Object.keys(shapes) as Motif[]

const photoFolder = new URL('./catalog/photos/', import.meta.url)
/** The names of the stored photographs. */
export const photos = readdirSync(photoFolder).map((file) => file.replace(/\.jpg$/, ''))

/** A drawing's URL contains everything it shows, so no drawing has to be stored. */
export function imagePath(picture: { motif: string; tint: string } | { photo: string }): string {
  if ('photo' in picture) return `/cdn/files/${picture.photo}.jpg`
  return `/cdn/files/${picture.motif}-${picture.tint}.png`
}

const Name = z.tuple([z.enum(motifs), z.string().regex(/^[0-9a-f]{6}$/)])
const MAX_CACHED = 200

/** The products' pictures: photographs, and drawings, which are drawn when they are first requested. */
export function mountImages(app: FastifyInstance) {
  const drawn = new Map<string, Promise<Buffer>>()
  app.get<{ Params: { name: string } }>('/cdn/files/:name', async ({ params }, reply) => {
    if (photos.some((photo) => params.name === `${photo}.jpg`)) {
      return sendPicture(reply, 'image/jpeg', await readFile(new URL(params.name, photoFolder)))
    }
    const name = Name.safeParse(params.name.replace(/\.png$/, '').split('-'))
    if (!name.success) throw httpError(404, `There is no picture ${params.name}.`)
    const picture = drawn.get(params.name) ?? draw(...name.data)
    if (drawn.size < MAX_CACHED) drawn.set(params.name, picture)
    return sendPicture(reply, 'image/png', await picture)
  })
}

function sendPicture(reply: FastifyReply, type: string, picture: Buffer) {
  return reply
    .type(type)
    .header('cache-control', 'public, max-age=31536000')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(picture)
}

/** Draws an object on a table, in the given color. */
async function draw(motif: Motif, tint: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200" viewBox="0 0 100 100">
<rect width="100" height="100" fill="#efe9df"/>
<rect y="74" width="100" height="26" fill="#dccfbd"/>
<ellipse cx="50" cy="76" rx="30" ry="3" fill="#000" opacity="0.16"/>
<g fill="#${tint}" stroke="#${tint}" stroke-width="0">${shapes[motif]}</g>
</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

function keys(): string {
  return [64, 68, 72]
    .flatMap((y, row) =>
      Array.from(
        { length: 12 },
        (_one, place) =>
          `<rect x="${18 + place * 5.4 - row * 0.6}" y="${y}" width="4.2" height="2.8" rx="0.6" ${row === 1 && place === 11 ? 'fill="#c99335"' : light}/>`,
      ),
    )
    .join('')
}
