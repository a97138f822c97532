import type { FaultKind } from '../faults.ts'
import { webhookFaults } from '../webhook-fate.ts'

/** Everything that can be made to go wrong with the e-commerce platform. */
export const faultKinds: readonly FaultKind[] = [
  { kind: 'slow', does: 'The API takes its time before it answers.', delayMs: 3000 },
  { kind: 'unauthorized', does: 'The API refuses a good access token with 401, as if it was revoked.' },
  {
    kind: 'throttled',
    does: 'All points of the app are spent: the API answers 200 with the error THROTTLED.',
  },
  {
    kind: 'too-many-requests',
    does: 'The API refuses with 429 and says after how long to come again.',
    delayMs: 1000,
  },
  { kind: 'internal-error', does: 'The API answers 200 with an internal error and no data.' },
  { kind: 'lost-page', does: 'The connection breaks in the middle of an answer.' },
  {
    kind: 'timeout',
    does: 'The API does not answer; then the connection is cut.',
    delayMs: 30_000,
  },
  ...webhookFaults('a change'),
  { kind: 'bulk-limit', does: 'A bulk operation is refused: too many run at the same time.' },
  { kind: 'bulk-slow', does: 'A bulk operation runs for a long time.', delayMs: 15_000 },
  { kind: 'bulk-fails', does: 'A bulk operation fails after its first page.' },
  { kind: 'bulk-cut', does: 'The file of a bulk operation breaks off in the middle.' },
  {
    kind: 'bulk-inside',
    does: 'The address of a bulk operation’s file leads to a machine inside, as that of a hostile platform may.',
  },
  { kind: 'no-location', does: 'No product is stocked at any location.' },
  { kind: 'inventory-busy', does: 'An adjustment of inventory is refused for now.' },
  { kind: 'lost-adjustment', does: 'Inventory is adjusted, but the connection breaks before the answer.' },
  { kind: 'no-write-access', does: 'The app may read inventory, but not adjust it.' },
  { kind: 'down', does: 'Nothing of the platform works: it answers 503, with a page instead of data.' },
]
