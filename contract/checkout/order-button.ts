/** Labels of the button that orders. The second one is for shops that ship to the EU (Directive 2011/83/EU, article 8). */
export const ORDER_BUTTONS = ['payment', 'obligation'] as const

export const ORDER_BUTTON_LABELS = {
  payment: 'Complete Payment',
  obligation: 'Order with obligation to pay',
} as const satisfies Record<(typeof ORDER_BUTTONS)[number], string>
