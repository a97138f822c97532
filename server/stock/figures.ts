import type { Db } from '../platform/db/database.ts'
import type { Figure } from '../platform/http/figures.ts'
import { countHolds } from './figure-queries.ts'

export const stockFigures = (db: Db): Figure[] => [
  {
    name: 'plinth_holds',
    help: 'Orders that hold stock while they are paid; overdue: their time is over, the provider is about to be asked',
    label: 'state',
    read: () => countHolds(db),
  },
]
