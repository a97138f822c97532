import sharp from 'sharp'
import { openSession } from '../../../server/accounts/sessions/sessions.ts'
import { ADMIN } from '../config.ts'
import * as given from '../given.ts'
import type { TestShop } from '../shop.ts'
import type { Visitor } from '../visitor.ts'
import { knownThings, listThings, type Things } from './known.ts'
import type { Who } from './requests.ts'
import { aTrade } from './trade.ts'
import type { Known } from './values.ts'

const PASSWORD = 'a long enough password'

/** The shop under fire: who sends, and what can be named. Grows while it goes on. */
export type World = {
  shop: TestShop
  /** Each with token and cookies of their own. */
  people: Record<Who, Visitor>
  /** What fields mean in calls of this path. */
  knownAt(path: string): Known
  /** Somebody whose sign-in has ended, by their own doing or by another's, comes back. */
  comeBack(who: Who): Promise<void>
  /** Life goes on: somebody buys, reviews, sends back, so that there is always something to argue about. */
  goOn(): Promise<void>
}

export async function aWorld(shop: TestShop): Promise<World> {
  const photograph = await sharp({ create: { width: 32, height: 24, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const customer = await given.aVerifiedCustomer(shop, { password: PASSWORD })
  const other = await given.aCustomer(shop, { password: PASSWORD })
  const people: World['people'] = {
    visitor: shop.visitor(),
    customer,
    other,
    admin: await given.anAdmin(shop),
  }
  const names = {
    customer: customer.user.username,
    other: other.user.username,
    admin: ADMIN.ADMIN_USERNAME,
  }
  const { db } = shop.shop
  const { passwordHash } = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('username', '=', names.customer)
    .executeTakeFirstOrThrow()
  const trade = aTrade(shop, people)
  const things: Things = { ...(await listThings(db)), clientSecrets: trade.clientSecrets }

  const world: World = {
    shop,
    people,
    knownAt: (path) => knownThings(things, path, names, photograph),
    async comeBack(who) {
      if (who === 'visitor') return
      const person = people[who]
      person.token = null
      person.cookies.clear()
      const back = await db
        .updateTable('users')
        .set({
          role: who === 'admin' ? 'admin' : 'customer',
          blocked_at: null,
          password_hash: passwordHash,
        })
        .where('username', '=', names[who])
        .returning('id')
        .executeTakeFirst()
      if (!back) {
        names[who] = (await given.aCustomer(shop, { password: PASSWORD })).user.username
        return world.comeBack(who)
      }
      await db.deleteFrom('rate_limits').execute()
      // By no password: hundreds come back, and each would be hashed for nothing. POST /api/auth/login is fired at, too.
      person.token = await openSession(db, back.id, 'fuzz')
    },
    async goOn() {
      await trade.next()
      Object.assign(things, await listThings(db))
    },
  }
  return world
}
