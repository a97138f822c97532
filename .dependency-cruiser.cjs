/**
 * The import rules. `depcruise contract server web sandbox` checks them as a step of `npm run check`;
 * docs/decisions/0047 explains the choice of tools. Biome's noImportCycles finds circles.
 */

const { Visitor } = require('@swc/core/Visitor')

// swc parses `await using`, but the visitor that dependency-cruiser reads its tree with doesn't know it.
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
}

/** The slices of the server, low to high: a slice may import its own tier and lower ones. */
const TIERS = [
  ['addresses', 'settings', 'audit', 'stock', 'vat-numbers', 'webhooks'],
  ['address-book', 'images', 'catalog', 'favorites', 'page-versions', 'reviews'],
  ['orders'],
  ['cart', 'pricing'],
  ['payments'],
  ['checkout', 'returns'],
  ['accounts', 'agents', 'back-in-stock', 'contact', 'newsletter', 'sync', 'admin', 'pages'],
]
const SLICES = TIERS.flat().join('|')

/** What a layer may import: the given folders, packages, and Node's own modules. */
const only = (folders) => ({ pathNot: `^(${folders}|node_modules)/`, dependencyTypesNot: ['core'] })
const ADMIN_PAGES = '^web/(admin|audit|sync|webhooks)/|^web/[^/]+/admin/'

/** What a cart costs. Only the server and admin pages compute it. */
const ENGINE =
  '^contract/pricing/(quote|taxes|shipping|shipped-places|postal-codes|territor[a-z-]+|places|reverse-charge|shares|refund)[.]ts$'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const layers = [
  rule(
    'contract-stands-alone',
    'Both sides load the contract, so it may use only zod, Lingui, the transliteration of slugs, and the lengths of phone numbers.',
    { path: '^contract/' },
    { pathNot: '^contract/|^node_modules/(zod|@lingui|@sindresorhus/transliterate|libphonenumber-js)/' },
  ),
  rule('web-knows-contract-only', '', { path: '^web/' }, only('web|contract')),
  rule('server-knows-contract-only', '', { path: '^server/' }, only('server|contract')),
  // frame.js runs in a browser, and imports by URL.
  rule(
    'sandbox-stands-alone',
    '',
    { path: '^sandbox/', pathNot: '/browser/frame/frame[.]js$' },
    only('sandbox'),
  ),
  rule(
    'contract-by-alias',
    'Import the contract as #contract/…',
    { pathNot: '^contract/' },
    { path: '^contract/', dependencyTypesNot: ['aliased-subpath-import'] },
  ),
]

const server = [
  rule(
    'platform-knows-no-slice',
    '',
    { path: '^server/platform/' },
    { path: '^server/', pathNot: '^server/(platform/|(errors|config)[.]ts$)' },
  ),
  ...TIERS.slice(0, -1).map((tier, index) =>
    rule(
      `tier-${index + 1}-knows-no-higher-tier`,
      'Move the code to the higher slice, or pass it in as a function.',
      { path: `^server/(${tier.join('|')})/` },
      {
        path: `^server/(${TIERS.slice(index + 1)
          .flat()
          .join('|')})/`,
      },
    ),
  ),
  rule(
    'private-files',
    "Routes and clients of outside services are private to their slice; only the server's two tables of contents list them.",
    { path: '^server/([^/]+)', pathNot: '^server/(app|jobs)[.]ts$' },
    { path: '^server/.+/([a-z-]*routes|stripe|google|shopify)[.]ts$', pathNot: '^server/$1/' },
  ),
  rule(
    'slice-has-a-tier',
    'Add the new folder of server/ to TIERS in .dependency-cruiser.cjs.',
    { path: `^server/(?!(platform|${SLICES})/)[^/]+/` },
    {},
  ),
  rule(
    'imported-slice-has-a-tier',
    'Add the new folder of server/ to TIERS in .dependency-cruiser.cjs.',
    {},
    { path: `^server/(?!(platform|${SLICES})/)[^/]+/` },
  ),
  rule(
    'agents-protocol-stays-in-its-file',
    'Its packages take memory that most shops never need.',
    { pathNot: '^(server/agents/protocol[.]ts$|node_modules/)' },
    { path: '^node_modules/@modelcontextprotocol/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'agents-protocol-loads-late',
    'Import it with import() or import type.',
    {},
    { path: '^server/agents/protocol[.]ts$', dependencyTypesNot: ['type-only', 'dynamic-import'] },
  ),
]

const web = [
  rule(
    'web-foundation-knows-no-slice',
    '',
    { path: '^web/(platform|ui)/' },
    only('contract|web/platform|web/ui'),
  ),
  rule(
    'slices-know-neither-layout-nor-routes',
    '',
    { path: '^web/[^/]+/', pathNot: '^web/(layout|routes)/' },
    { path: '^web/(layout|routes)/' },
  ),
  rule(
    'shoppers-load-no-admin-code',
    'Only the route of the admin imports its pages; types are free.',
    { path: '^web/', pathNot: `${ADMIN_PAGES}|^web/routes/admin[.]tsx$` },
    { path: ADMIN_PAGES, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'shoppers-load-no-price-engine',
    'Pages show what POST /api/quote returns; types are free (docs/decisions/0078).',
    { path: '^web/', pathNot: ADMIN_PAGES },
    { path: ENGINE, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'shared-rules-load-no-price-engine',
    'Shop pages load these files. Move the code to contract/pricing.',
    {
      path: '^contract/(addresses|cart|catalog|checkout|orders)/|^contract/pricing/(amounts|order-amounts|tax-text|weight-text|weights)[.]ts$',
    },
    { path: ENGINE, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'admin-route-loads-late',
    '',
    { path: '^web/' },
    { path: '^web/routes/admin[.]tsx$', dependencyTypesNot: ['dynamic-import'] },
  ),
]

module.exports = {
  forbidden: [...layers, ...server, ...web],
  options: {
    // TypeScript 7 has no compiler API to read types with; swc keeps type imports too.
    parser: 'swc',
    // Tests and their fixtures may reach anywhere.
    exclude: { path: '[.]test[.]tsx?$|/fixtures[.]tsx?$' },
    doNotFollow: { path: '^node_modules/' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
