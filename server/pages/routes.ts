import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { type AdminIcon, listIcons } from '#contract/admin/api.ts'
import { getBusiness, getShopInfo } from '#contract/settings/shop-info.ts'
import { listCategories } from '../catalog/queries.ts'
import { tagResponse } from '../platform/http/cache-tags.ts'
import { mount } from '../platform/http/mount.ts'
import { linesOfBusiness } from '../settings/sender.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { hasCategoryLinks } from './menus.ts'
import { installedHero, shopInfoOf } from './shop-info.ts'

const FILE = createRequire(import.meta.url).resolve(
  '@fortawesome/fontawesome-free/metadata/icon-families.json',
)

type Families = Record<
  string,
  { label: string; search?: { terms?: string[] }; svgs?: { classic?: object; brands?: object } }
>

/** Returns every icon that /icons serves, with Font Awesome's search terms; read on first use. */
function listIconNames(): Promise<AdminIcon[]> {
  known ??= readAll()
  return known
}

let known: Promise<AdminIcon[]> | undefined

async function readAll(): Promise<AdminIcon[]> {
  const families = JSON.parse(await readFile(FILE, 'utf8')) as Families
  // Omits the icons of digits and letters.
  const pictures = Object.entries(families).filter(([name]) => name.length > 1)
  return pictures.map(([name, { label, search }]) => ({
    icon: `fa-${name}`,
    words: [label, ...(search?.terms ?? [])].join(' ').toLowerCase(),
  }))
}

export async function pageRoutes(app: FastifyInstance, { reads, config }: Shop) {
  const hero = await installedHero()

  mount(app, listIcons, listIconNames)

  const sandbox = config.sandbox
  if (sandbox) app.get('/sandbox', async (_request, reply) => reply.redirect(sandbox.url, 302))

  mount(app, getBusiness, async (_input, request, reply) => {
    tagResponse(reply, [])
    return linesOfBusiness(await reads(request, readSettings))
  })

  mount(app, getShopInfo, async (_input, request, reply) => {
    tagResponse(reply, [])
    const settings = await reads(request, readSettings)
    const categories = hasCategoryLinks(settings) ? await reads(request, listCategories) : []
    return shopInfoOf(settings, { categories, hero, config })
  })
}
