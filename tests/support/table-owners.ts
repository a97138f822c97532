import type { Tables } from '../../server/platform/db/database.ts'

/**
 * The only folder of server/ that writes each table. Tests fail on any other writer (table-writers.ts). A table with two
 * writers lists both, and the reason.
 */
export const TABLE_OWNERS: Record<keyof Tables, string[]> = {
  ...ownedBy(
    'platform',
    'migrations',
    'shop_identity',
    'page_changes',
    'cdn_purges',
    'backups',
    'rate_limits',
    'emails',
  ),
  ...ownedBy('settings', 'settings'),
  ...ownedBy('page-versions', 'page_versions'),
  ...ownedBy('vat-numbers', 'vat_checks'),
  ...ownedBy('audit', 'audit_log', 'audit_head'),
  ...ownedBy('stock', 'stock', 'reservations', 'reservation_items', 'stock_movements', 'stock_pushes'),
  ...ownedBy('webhooks', 'webhooks', 'webhook_deliveries', 'webhook_attempts'),
  ...ownedBy('images', 'uploads'),
  ...ownedBy(
    'catalog',
    'categories',
    'products',
    'variants',
    'product_images',
    'price_history',
    'product_old_slugs',
  ),
  ...ownedBy('catalog', 'product_search', 'search_tokens', 'zero_result_searches'),
  ...ownedBy('cart', 'carts', 'cart_items'),
  ...ownedBy('address-book', 'saved_addresses'),
  ...ownedBy('favorites', 'favorites'),
  ...ownedBy('reviews', 'reviews'),
  ...ownedBy(
    'orders',
    'orders',
    'order_versions',
    'order_items',
    'order_origins',
    'order_transitions',
    'order_notes',
  ),
  ...ownedBy('pricing', 'tax_calculations'),
  ...ownedBy(
    'payments',
    'payments',
    'payment_transitions',
    'refunds',
    'refund_items',
    'refund_transitions',
    'tax_transactions',
  ),
  ...ownedBy('payments', 'disputes', 'dispute_files', 'fraud_warnings', 'webhook_events', 'reconciliations'),
  ...ownedBy('returns', 'returns', 'return_items', 'return_transitions'),
  ...ownedBy('accounts', 'users', 'sessions', 'email_links', 'google_sign_ins', 'passkeys', 'known_devices'),
  ...ownedBy('accounts', 'staff_invitations'),
  ...ownedBy('accounts', 'customer_notes', 'customer_totals', 'outdated_customers'),
  ...ownedBy('accounts', 'passkey_challenges', 'second_factors', 'recovery_codes', 'sign_in_challenges'),
  ...ownedBy('newsletter', 'newsletter_subscribers'),
  ...ownedBy('back-in-stock', 'back_in_stock_requests', 'back_in_stock_totals'),
  ...ownedBy('sync', 'sync_connection', 'sync_runs', 'sync_products', 'sync_changes', 'sync_owned_fields'),
  ...ownedBy('sync', 'sync_conflicts', 'sync_variants', 'sync_webhooks'),
}

function ownedBy<T extends keyof Tables>(folder: string, ...tables: T[]): Record<T, string[]> {
  return Object.fromEntries(tables.map((table) => [table, [folder]])) as Record<T, string[]>
}
