import type { Generated } from 'kysely'

/** Row types of all tables. tables.test.ts compares them with the migrated database on both engines. */
export type Tables = {
  migrations: { name: string; sha256: string; applied_at: Generated<Date> }
  categories: {
    id: Generated<number>
    name: string
    slug: string
    description: string
    icon: Generated<string>
    tax_class: string | null
    document: Generated<unknown>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  products: {
    id: Generated<number>
    name: string
    slug: string | null
    description: string
    price_cents: number
    old_price_cents: number | null
    prior_price_cents: number | null
    category_id: number
    rating: Generated<string>
    review_count: Generated<number>
    has_reviews: Generated<boolean>
    is_new: Generated<boolean>
    is_featured: Generated<boolean>
    is_on_sale: Generated<boolean>
    in_stock: Generated<boolean>
    colors: Generated<string[]>
    shipping_days: number | null
    shipping_cost_cents: number | null
    weight: string | null
    weight_unit: string | null
    tax_class: string | null
    options: Generated<unknown>
    has_price_range: Generated<boolean>
    archived_at: Date | null
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  variants: {
    id: Generated<number>
    product_id: number
    option_values: Generated<string[]>
    sku: string | null
    barcode: string | null
    price_cents: number
    old_price_cents: number | null
    prior_price_cents: number | null
    in_stock: Generated<boolean>
    weight: string | null
    image: string | null
    position: Generated<number>
    archived_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  product_images: {
    product_id: number
    position: number
    url: string
    alt: Generated<string>
    width: number | null
    height: number | null
  }
  price_history: {
    variant_id: number
    at: Date
    price_cents: number
    old_price_cents: number | null
  }
  uploads: {
    slug: string
    hash: string
    color: string
    sha256: string
    bytes: Uint8Array
    width: number
    height: number
    created_at: Generated<Date>
  }
  product_old_slugs: { slug: string; product_id: number; created_at: Generated<Date> }
  product_search: { product_id: number; document: unknown }
  search_tokens: { word: string; lexeme: string }
  zero_result_searches: { day: string; text: string; count: number }
  stock: {
    variant_id: number
    quantity: number | null
    held: Generated<number>
    available: Generated<number | null>
  }
  reservations: { order_key: string; created_at: Generated<Date>; expires_at: Date }
  reservation_items: { order_key: string; variant_id: number; quantity: number }
  stock_movements: {
    id: Generated<number>
    variant_id: number
    change: number
    reason: string
    order_key: string | null
    created_at: Generated<Date>
  }
  stock_pushes: {
    movement_id: number
    variant_id: number
    state: Generated<string>
    changes: unknown
    round: Generated<number>
    attempts: Generated<number>
    sent_at: Date | null
    next_at: Generated<Date>
    error: string | null
    ended_at_clock: number | null
  }
  carts: {
    id: Generated<number>
    token_hash: string | null
    old_token_hash: string | null
    old_token_until: Date | null
    user_id: number | null
    created_at: Generated<Date>
    used_at: Generated<Date>
  }
  cart_items: {
    id: Generated<number>
    cart_id: number
    variant_id: number
    quantity: number
    created_at: Generated<Date>
  }
  page_changes: { xid: Generated<string>; at: Generated<Date> }
  shop_identity: { only_one: Generated<boolean>; id: Generated<string> }
  settings: { name: string; value: unknown; updated_at: Generated<Date> }
  emails: {
    id: Generated<number>
    message_id: string
    dedupe_key: string | null
    recipient: string
    subject: string
    text_body: string
    html_body: string
    reply_to: string | null
    unsubscribe_url: string | null
    created_at: Generated<Date>
    sent_at: Date | null
    order_id: string | null
    failed_at: Date | null
    problem: string | null
  }
  users: {
    id: Generated<number>
    username: string
    email: string | null
    email_verified_at: Date | null
    pending_email: string | null
    pending_email_confirmed_at: Date | null
    full_name: string | null
    role: Generated<string>
    password_hash: string | null
    google_subject: string | null
    google_email: string | null
    photo_url: string | null
    blocked_at: Date | null
    must_change_password: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    inbox_proven_at: Date | null
  }
  sessions: {
    id: Generated<number>
    user_id: number
    token_hash: string
    user_agent: string
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    proven_at: Date | null
  }
  email_links: {
    id: Generated<number>
    user_id: number
    purpose: string
    email: string
    token_hash: string
    expires_at: Date
    created_at: Generated<Date>
  }
  google_sign_ins: { token_hash: string; profile_hash: string | null; expires_at: Date }
  passkeys: {
    id: Generated<number>
    user_id: number
    credential_id: string
    public_key: string
    counter: number
    transports: string[]
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  known_devices: { device_hash: string; user_id: number; last_used_at: Date }
  passkey_challenges: {
    token_hash: string
    challenge: string
    session_id: number | null
    is_proof: Generated<boolean>
    expires_at: Date
  }
  second_factors: {
    user_id: number
    secret: string
    confirmed_at: Date | null
    last_period: number | null
    created_at: Generated<Date>
  }
  recovery_codes: { code_hash: string; user_id: number }
  sign_in_challenges: { token_hash: string; user_id: number; expires_at: Date }
  newsletter_subscribers: {
    id: Generated<number>
    email: string
    unsubscribe_token: string
    confirm_hash: string | null
    confirm_expires_at: Date | null
    requested_at: Generated<Date>
    confirmed_at: Date | null
  }
  back_in_stock_requests: {
    id: Generated<number>
    variant_id: number
    email: string
    unsubscribe_token: string
    confirm_hash: string | null
    confirm_expires_at: Date | null
    requested_at: Generated<Date>
    confirmed_at: Date | null
    notified_at: Date | null
  }
  back_in_stock_totals: { variant_id: number; notified: number; notified_at: Date }
  rate_limits: { key: string; points: number; expires_at: Date }
  audit_log: {
    id: Generated<number>
    at: Generated<Date>
    actor_id: number | null
    actor: string
    action: string
    subject_id: string
    before: unknown
    after: unknown
    kind: Generated<string>
    undoes: number | null
    place: number | null
    hash: Uint8Array | null
  }
  audit_head: { id: Generated<number>; place: number; hash: Uint8Array }
  favorites: { id: Generated<number>; user_id: number; product_id: number; created_at: Generated<Date> }
  reviews: {
    id: Generated<number>
    product_id: number
    user_id: number
    rating: number
    title: string
    comment: string
    created_at: Generated<Date>
    updated_at: Generated<Date>
    reply: string | null
    replied_at: Date | null
    is_held: Generated<boolean>
    is_approved: Generated<boolean>
    network: string | null
  }
  orders: {
    id: string
    user_id: number | null
    cart_id: number | null
    status: Generated<string>
    version: Generated<number>
    first_name: string
    last_name: string
    email: string
    phone: string
    address: string
    address2: string | null
    city: string
    state: string
    zip_code: string
    country: string
    billing_address: unknown
    vat_number: unknown
    carrier: string | null
    tracking_number: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    review_reason: string | null
    placed_by: number | null
    claimed_by_number: Generated<boolean>
  }
  vat_checks: {
    number: string
    is_valid: boolean | null
    name: string | null
    consultation_number: string | null
    answered_at: Date | null
    failed_at: Date | null
    querying_until: Date | null
    updated_at: Date
  }
  tax_calculations: {
    id: string
    request_hash: string
    lines: unknown
    taxes: unknown
    created_at: Date
    expires_at: Date
  }
  order_versions: {
    order_id: string
    version: number
    subtotal_cents: number
    shipping_cents: number
    tax_cents: Generated<number>
    total_cents: Generated<number>
    quote: unknown
    created_at: Generated<Date>
  }
  order_items: {
    id: Generated<number>
    order_id: string
    version: number
    product_id: number
    name: string
    image: string
    price_cents: number
    quantity: number
    variant_id: number | null
    variant_title: string | null
    variant_sku: string | null
    variant_image: string | null
    refunded: Generated<number>
    restocked: Generated<number>
  }
  order_origins: {
    order_id: string
    address_hash: string
    created_at: Generated<Date>
    unpaid_at: Date | null
    unpaid_weight: number | null
    large_held_at: Date | null
  }
  order_transitions: {
    id: Generated<number>
    order_id: string
    at: Generated<Date>
    from_status: string | null
    to_status: string
    actor_id: number | null
    actor: string
  }
  order_notes: {
    id: Generated<number>
    order_id: string
    at: Generated<Date>
    actor_id: number | null
    actor: string
    text: string
  }
  returns: {
    id: Generated<number>
    order_id: string
    status: Generated<string>
    reason: string | null
    refund_cents: number | null
    restocked: boolean | null
    answer: string | null
    created_at: Generated<Date>
    decided_at: Date | null
  }
  return_items: { return_id: number; order_item_id: number; quantity: number }
  return_transitions: {
    id: Generated<number>
    return_id: number
    at: Generated<Date>
    status: string
    actor_id: number | null
    actor: string
    note: string | null
  }
  payments: {
    order_id: string
    provider: Generated<string>
    is_live: boolean
    intent_id: string | null
    opened_version: number
    attempt: Generated<number>
    secret_hash: string | null
    status: Generated<string>
    paid_cents: Generated<number>
    refunded_cents: Generated<number>
    last_status_at: Generated<Date>
    created_at: Generated<Date>
    risk: string | null
    address_check: string | null
    postal_code_check: string | null
    security_code_check: string | null
  }
  fraud_warnings: { id: string; order_id: string; kind: string; is_actionable: boolean; opened_at: Date }
  payment_transitions: {
    id: Generated<number>
    order_id: string
    at: Generated<Date>
    kind: string
    amount_cents: number
    note: string | null
    charge_id: string | null
  }
  refunds: {
    id: Generated<number>
    order_id: string
    amount_cents: number
    reason: string
    status: Generated<string>
    refund_id: string | null
    attempt: Generated<number>
    problem: string | null
    retried_by: number | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    category: string | null
    shipping_cents: Generated<number>
    shipping_taxes: Generated<unknown>
    is_by_line: Generated<boolean>
    return_id: number | null
  }
  refund_items: {
    refund_id: number
    order_item_id: number
    quantity: number
    amount_cents: number
    taxes: unknown
    restocked: Generated<number>
    newly_restocked: Generated<number>
  }
  tax_transactions: {
    id: Generated<number>
    order_id: string
    refund_id: number | null
    state: Generated<string>
    transaction_id: string | null
    attempt: Generated<number>
    calculation_id: string | null
    problem: string | null
    created_at: Date
    updated_at: Date
  }
  refund_transitions: {
    id: Generated<number>
    refund_id: number
    at: Generated<Date>
    status: string
    note: string | null
  }
  disputes: {
    id: string
    order_id: string
    amount_cents: number
    reason: string
    status: string
    opened_at: Date
    updated_at: Generated<Date>
    due_by: Date | null
    is_answered: Generated<boolean>
  }
  dispute_files: {
    dispute_id: string
    kind: string
    file_id: string
    name: string
    bytes: number
    added_at: Date
  }
  webhook_events: {
    id: string
    type: string
    object: unknown
    received_at: Generated<Date>
    handled_at: Date | null
    outcome: string | null
  }
  reconciliations: {
    id: Generated<number>
    started_at: Date
    finished_at: Date
    compared: number
    findings: unknown
  }
  sync_connection: {
    only_one: Generated<boolean>
    store_url: string | null
    api_key: string | null
    access_token: string | null
    api_secret: string | null
    previous_api_secret: string | null
    granted_token: string | null
    granted_until: Date | null
    schedule_minutes: number | null
    webhooks_for: string | null
    webhooks_at: Date | null
    webhooks_error: string | null
    updated_at: Generated<Date>
  }
  sync_runs: {
    id: Generated<number>
    kind: string
    state: Generated<string>
    requested_by: string
    started_at: Generated<Date>
    finished_at: Date | null
    platform_at: Date | null
    store_url: string | null
    since: Date | null
    cursor: string | null
    is_walked: Generated<boolean>
    seen: Generated<number>
    exceptions: Generated<unknown>
    stock_clock: Generated<number>
    lease_holder: string | null
    lease_until: Date | null
    message: string | null
    error: string | null
    warning: string | null
    undone_by: number | null
    undoes: number | null
  }
  sync_products: {
    external_id: string
    product_id: number | null
    platform_updated_at: Date
    facts: unknown
    is_active: boolean
    linked_at: Generated<Date>
    seen_by: number | null
    product_version: number | null
    stock_movement_id: Generated<number>
    stock_owed: Generated<number>
  }
  sync_changes: {
    id: Generated<number>
    run_id: number
    at: Generated<Date>
    external_id: string
    product_id: number | null
    name: string
    action: string
    before: unknown
    after: unknown
    note: string | null
    is_undone: Generated<boolean>
  }
  sync_variants: {
    external_id: string
    product_external_id: string
    variant_id: number | null
    facts: unknown
    position: number
    is_active: boolean
    stock_owed: Generated<number>
    stock_movement_id: Generated<number>
  }
  sync_owned_fields: { field: string }
  sync_conflicts: {
    id: Generated<number>
    external_id: string
    field: string
    here: unknown
    platform: unknown
    state: Generated<string>
    detected_at: Generated<Date>
    variant_external_id: string | null
  }
  sync_webhooks: {
    id: string
    topic: string
    external_id: string
    received_at: Generated<Date>
    handled_at: Date | null
    outcome: string | null
  }
  webhooks: {
    id: Generated<number>
    url: string
    topics: string[]
    secret: string
    previous_secret: string | null
    previous_until: Date | null
    created_at: Generated<Date>
  }
  webhook_deliveries: {
    id: Generated<number>
    webhook_id: number
    event_id: string
    topic: string
    subject_id: string
    body: string
    state: Generated<string>
    created_at: Generated<Date>
    attempts: Generated<number>
    next_attempt_at: Date | null
    retry_deadline: Date
    delivered_at: Date | null
  }
  webhook_attempts: {
    id: Generated<number>
    delivery_id: number
    at: Date
    url: string
    status: number | null
    answer: string | null
    error: string | null
    duration_ms: number
  }
}
