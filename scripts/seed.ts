import { parseArgs } from 'node:util'
import { imageAddress } from '#contract/images/api.ts'
import { seedDemoCatalog } from '../server/catalog/demo.ts'
import { readConfig, SettingsError } from '../server/config.ts'
import { listDemoImages } from '../server/images/demo-images.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { seedCatalog } from './seed-catalog.ts'

/** `npm run seed -- --products 10000` seeds the database in the settings up to the given number of products, for tests. */
const { values } = parseArgs({ options: { products: { type: 'string', default: '1000' } } })
const products = Number(values.products)
if (!Number.isInteger(products) || products < 1) {
  console.error('Invalid --products. Usage: npm run seed -- --products 10000')
  process.exit(2)
}

try {
  const config = readConfig()
  const database = await openDatabase({ ...config, isShared: true })
  await migrate(database.db)
  if (config.demo) await seedDemoCatalog(database.db)
  const started = performance.now()
  await seedCatalog(database.db, products, await productImages(), (there) => {
    console.log(`${there} of ${products} products`)
  })
  console.log(`Done in ${Math.round((performance.now() - started) / 1000)} s.`)
  await database.close()
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function productImages() {
  return (await listDemoImages())
    .filter(({ file }) => file.startsWith('products/'))
    .map(({ name, width, height }) => ({
      url: imageAddress(name),
      alt: name.slug.replaceAll('-', ' '),
      width,
      height,
    }))
}
