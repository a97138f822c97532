import sharp from 'sharp'
import { openSession } from '../../../server/accounts/sessions/sessions.ts'
import { ADMIN } from '../config.ts'
import * as fixtures from '../fixtures.ts'
import type { TestShop } from '../shop.ts'
import type { Visitor } from '../visitor.ts'
import { knownThings, listThings, type Things } from './known.ts'
import type { Who } from './requests.ts'
import { aTrade } from './trade.ts'
import type { Known } from './values.ts'

const PASSWORD = 'a long enough password'

/** The shop under test, with its senders and known records, which grow during the run. */
export type World = {
  shop: TestShop
  /** Senders, each with a token and cookies. */
  people: Record<Who, Visitor>
  /** Field values for calls to this path. */
  knownAt(path: string): Known
  /** Signs a user in again after the session has ended for any reason. */
  comeBack(who: Who): Promise<void>
  /** Creates activity: purchases, reviews, and returns, so there are always records to target. */
  goOn(): Promise<void>
}

export async function aWorld(shop: TestShop): Promise<World> {
  const photograph = await sharp({ create: { width: 32, height: 24, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const customer = await fixtures.aVerifiedCustomer(shop, { password: PASSWORD })
  const other = await fixtures.aCustomer(shop, { password: PASSWORD })
  const people: World['people'] = {
    visitor: shop.visitor(),
    customer,
    other,
    admin: await fixtures.anAdmin(shop),
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
          staff_role: who === 'admin' ? 'owner' : null,
          blocked_at: null,
          password_hash: passwordHash,
        })
        .where('username', '=', names[who])
        .returning('id')
        .executeTakeFirst()
      if (!back) {
        names[who] = (await fixtures.aCustomer(shop, { password: PASSWORD })).user.username
        return world.comeBack(who)
      }
      await db.deleteFrom('rate_limits').execute()
      // Creates the session without a password, because hashing would slow down hundreds of sign-ins. POST /api/auth/login
      // is covered as a target.
      person.token = await openSession(db, back.id, 'fuzz')
    },
    async goOn() {
      await trade.next()
      Object.assign(things, await listThings(db))
    },
  }
  return world
}
