import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openTestShop } from '../support/shop.ts'

test('the OpenAPI document has no errors or warnings of Spectral', async () => {
  const shop = await openTestShop()
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas as RulesetDefinition] })
  const document = (await shop.visitor().send({ url: '/api/openapi.json' })).json() as Record<string, unknown>
  const findings = await spectral.run(document)
  expect(findings.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)).toEqual([])
})
