/** Labels of fields whose names don't describe them well. They match the labels of the forms. */
const LABELS: Readonly<Record<string, string>> = {
  backInStock: 'Back-in-stock emails',
  brand: 'Brand',
  business: 'Business details',
  bytes: 'Size in bytes',
  categoryId: 'Category',
  companyField: 'Company',
  emailTexts: 'Email texts',
  eventId: 'Event',
  guestCheckout: 'Guest checkout',
  hasSecondFactor: 'Two-factor authentication',
  home: 'Home page',
  here: 'Fields that follow the shop',
  holdMinutes: 'Hold time',
  holdSuspiciousReviews: 'Reviews from unverified accounts',
  isArchived: 'Archived',
  isDraft: 'Draft',
  isBlocked: 'Blocked',
  isFeatured: 'Featured',
  isHeld: 'Held',
  isNew: 'New',
  isOnSale: 'On sale',
  locale: 'Numbers and dates',
  lowStockThreshold: 'Low-stock threshold',
  manufacturerAddress: 'Manufacturer’s address',
  manufacturerContact: 'Manufacturer’s email or website',
  minimumOrder: 'Minimum order',
  minutes: 'Minutes between syncs',
  orderButton: 'Order button',
  orderId: 'Order',
  orderPrefix: 'Order prefix',
  phoneField: 'Phone number',
  productId: 'Product',
  pushStock: 'Sales on both channels',
  refundCents: 'Refund',
  refundId: 'Refund',
  refundProofAbove: 'Refund limit',
  refundedCents: 'Refunded',
  amountCents: 'Amount',
  returnAddress: 'Return address',
  returnDays: 'Return period',
  reviewReason: 'Reason for the review',
  reviewsFromBuyersOnly: 'Who can review',
  safetyWarnings: 'Warnings',
  sku: 'SKU',
  staffNeedSecondFactor: 'Second factor of staff',
  storeUrl: 'Store URL',
  supportEmail: 'Support address',
  topics: 'Events',
  url: 'URL',
  unitPriceBase: 'Unit price per',
  userId: 'User',
  timeZone: 'Time zone',
  vatNumberField: 'VAT number',
  weightUnits: 'Weights',
  zipCode: 'Postal code',
  zones: 'Shipping zones',
}

/** Returns the label of an audit log field: 'stockQuantity' becomes 'Stock quantity'. */
export function fieldLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the label as it appears within a sentence: 'stock quantity', but 'SKU'. */
export function fieldInSentence(name: string): string {
  const label = fieldLabel(name)
  return /^[A-Z][a-z-]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
