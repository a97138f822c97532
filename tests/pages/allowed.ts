export type Tool = 'nu' | 'axe' | 'ibm' | 'targets' | 'layout shift'

/** A finding that is no defect. `at` names its elements, and `screens` its screens, if not all are meant. */
type Allowed = { tool: Tool; rule: RegExp; at?: RegExp; screens?: RegExp; reason: string }

const ALLOWED: Allowed[] = [
  {
    tool: 'nu',
    rule: /“__privateStripeFrame\d+”/,
    reason: 'The payment provider’s script names its frame.',
  },
  {
    tool: 'ibm',
    rule: /^element_tabbable_role_valid/,
    at: /<(span|li) style="|class="toast/,
    reason:
      'Toasts take the focus with F8 (spec section 8), between two elements that return it to the page.',
  },
  {
    tool: 'ibm',
    rule: /^aria_content_in_landmark/,
    at: /You’re offline|shadow-float/,
    reason: 'A status is announced, wherever it is.',
  },
  {
    tool: 'ibm',
    rule: /^(aria_article_label_unique|fieldset_label_valid)/,
    at: /\/ul\[\d\]\/li\[\d+\]\/article/,
    reason: 'Featured Products and All Products are regions with names, and both may show a product.',
  },
  {
    tool: 'ibm',
    rule: /^input_checkboxes_grouped/,
    at: / form="/,
    reason: 'Each card has a form, which its swatches name. IBM groups radio buttons of all forms by name.',
  },
  {
    tool: 'ibm',
    rule: /^table_headers_exists/,
    at: /max-md:block/,
    reason: 'A phone shows each row of the table as a card, and each cell with the name of its column.',
  },
  {
    tool: 'ibm',
    rule: /^label_content_exists/,
    at: /<label class="(relative flex size-11|flex size-6)/,
    reason: 'The text of these labels is only for screen readers. IBM counts text that is visible.',
  },
  {
    tool: 'axe',
    rule: /^target-size/,
    at: /it is partially obscured/,
    screens: /checkout-error$/,
    reason:
      'A phone pins the order summary to the bottom of checkout, and the form scrolls out from behind it.',
  },
  {
    tool: 'axe',
    rule: /^(landmark-one-main|page-has-heading-one|region)$/,
    screens: /^email-/,
    reason: 'A mail program shows an email within its own landmarks, below the subject as the heading.',
  },
  {
    tool: 'ibm',
    rule: /^(aria_content_in_landmark|skip_main_exists)/,
    screens: /^email-/,
    reason: 'A mail program shows an email within its own landmarks.',
  },
  {
    tool: 'layout shift',
    rule: /./,
    screens: /-error$/,
    reason: 'An error is shorter than the placeholders of what failed to load.',
  },
  {
    tool: 'axe',
    rule: /^(page-has-heading-one|document-title)/,
    screens: /-loading$/,
    reason: 'A page gets its title and its heading with its content.',
  },
  {
    tool: 'ibm',
    rule: /^page_title_exists/,
    screens: /-loading$/,
    reason: 'A page gets its title with its content.',
  },
  {
    tool: 'nu',
    rule: /missing a required instance of child element “title”/,
    screens: /-loading$/,
    reason: 'A page gets its title with its content.',
  },
]

export function isAllowed(tool: Tool, rule: string, at: string, screen: string): boolean {
  return ALLOWED.some(
    (allowed) =>
      allowed.tool === tool &&
      allowed.rule.test(rule) &&
      (allowed.at?.test(at) ?? true) &&
      (allowed.screens?.test(screen) ?? true),
  )
}
