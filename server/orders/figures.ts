import type { Db } from '../platform/db/database.ts'
import type { Figure } from '../platform/http/figures.ts'
import { countRecentOrders } from './figure-queries.ts'

export const orderFigures = (db: Db): Figure[] => [
  {
    name: 'plinth_orders_last_day',
    help: 'Orders placed within the last 24 hours, by what became of them',
    label: 'status',
    read: () => countRecentOrders(db),
  },
]
