import { SubscribeAnswer, SubscriptionsAnswer } from './answers.ts'
import { SUBSCRIBE, SUBSCRIPTIONS } from './documents.ts'
import type { openGraphql } from './graphql.ts'
import { PlatformError } from './platform.ts'

type Graphql = ReturnType<typeof openGraphql>

const TOPICS = ['PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE']

/** Has the platform tell this address of each change of a product; what it tells already stays. @throws PlatformError */
export async function subscribe(graphql: Graphql, uri: string): Promise<void> {
  const told = await topicsAt(graphql, uri)
  for (const topic of TOPICS.filter((topic) => !told.has(topic))) {
    const { webhookSubscriptionCreate: made } = await graphql.ask(SUBSCRIBE, { topic, uri }, SubscribeAnswer)
    // Another node may have been faster.
    if (made.webhookSubscription || (await topicsAt(graphql, uri)).has(topic)) continue
    const said = made.userErrors.map(({ message }) => message).join('; ')
    throw new PlatformError('refused', `The platform does not send webhooks to ${uri}: ${said}`, said)
  }
}

async function topicsAt(graphql: Graphql, uri: string): Promise<Set<string>> {
  const topics = new Set<string>()
  for (let page = await ask(null); ; page = await ask(page.pageInfo.endCursor)) {
    for (const node of page.nodes) if (node.uri === uri) topics.add(node.topic)
    if (!page.pageInfo.hasNextPage) return topics
  }

  async function ask(after: string | null) {
    return (await graphql.ask(SUBSCRIPTIONS, { after }, SubscriptionsAnswer)).webhookSubscriptions
  }
}
