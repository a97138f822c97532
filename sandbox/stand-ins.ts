import { identity } from './identity/identity.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { payments } from './payments/payments.ts'
import { platform } from './platform/platform.ts'
import { receiver } from './receiver/receiver.ts'
import type { StandIn } from './stand-in.ts'

/** Table of contents: every outside service that is played here, in the order of the first page. */
export const allStandIns: readonly StandIn[] = [mailbox, payments, identity, platform, receiver]
