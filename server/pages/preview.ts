import type { FastifyInstance } from 'fastify'
import { previewSettings } from '#contract/settings/preview.ts'
import { getShopInfo } from '#contract/settings/shop-info.ts'
import { listCategories } from '../catalog/queries.ts'
import { sizeOf } from '../images/uploads.ts'
import { mount } from '../platform/http/mount.ts'
import { withMeasuredImages } from '../settings/images.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import type { Web } from './built-web.ts'
import { hasCategoryLinks } from './menus.ts'
import { transportOf } from './page-transport.ts'
import { installedHero, shopInfoOf } from './shop-info.ts'

const SHOP_INFO = `${getShopInfo.method} ${getShopInfo.path}`

/**
 * Serves the home page with settings that aren't saved. Only the transport of this one rendering has the draft, so no
 * cache can store it.
 */
export async function servePreview(app: FastifyInstance, { db, config }: Shop, web: Web) {
  const hero = await installedHero()

  mount(app, previewSettings, async (draft, request) => {
    const { brand, home } = await withMeasuredImages(db, draft, sizeOf)
    const saved = await readSettings(db)
    const settings: Settings = { ...saved, brand: brand ?? saved.brand, home: home ?? saved.home }
    const categories = hasCategoryLinks(settings) ? await listCategories(db) : []
    const value = getShopInfo.response.parse(shopInfoOf(settings, { categories, hero, config }))
    const send = transportOf(request, '')
    const { render, assets } = await web.forRequest('/')
    const { html } = await render({
      url: '/',
      assets,
      transport: async (call) =>
        call.name === SHOP_INFO
          ? { status: 200, statusText: 'OK', headers: {}, text: '', value }
          : send(call),
    })
    return { html: stillPage(html) }
  })
}

/**
 * Returns the page as a picture of itself: without scripts, and without what browsers show instead of them, because the
 * frame of the admin runs none. Texts can't contain these elements, because they are escaped.
 */
function stillPage(html: string): string {
  return html
    .replaceAll(/<(script|noscript)\b[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('<html ', '<html data-script="" ')
    .replace('<body', '<body inert=""')
}
