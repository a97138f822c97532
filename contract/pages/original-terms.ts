import { processingText, TERMS_NOTICE_DAYS } from '../policies.ts'

/** The original Terms & Conditions, for the page and for emails. */

/** A text, or a link to a path of the shop. */
export type TextPart = string | { label: string; address: string }
/** A paragraph in parts. */
export type TextParagraph = { heading?: string; parts: TextPart[] }

/** The facts that the terms state. */
export type TermsFacts = {
  shopName: string
  /** The plural of the currency's name. */
  currency: string
  /** '$4.99', or 'from €4.90' in a shop with zones. */
  shippingRate: string
  needsAccount: boolean
  returnDays: number
  /** The store owner's text, if there is one. */
  shipsWithin?: string | undefined
}

const CONTACT: TextPart = { label: 'contact us', address: '/contact' }
const SHIPPING: TextPart = { label: 'Shipping', address: '/shipping' }
const RETURNS: TextPart = { label: 'Returns', address: '/returns' }
const PRIVACY: TextPart = { label: 'Privacy Policy', address: '/privacy-policy' }

export function originalTerms(facts: TermsFacts): TextParagraph[] {
  const { shopName, currency, shippingRate, needsAccount, returnDays, shipsWithin } = facts
  const [before, time, after] = processingText(shipsWithin)
  return [
    {
      parts: [
        'These terms apply between you and ',
        shopName,
        ' when you use this store. They don’t limit your legal rights as a consumer.',
      ],
    },
    {
      heading: 'Prices and shipping',
      parts: [
        'Prices are in ',
        currency,
        '. The price at the time of your order applies. Shipping costs',
        ' ',
        shippingRate,
        ' per order, or nothing if everything in your cart ships free. You see the full total before you pay. If a price changes during checkout, we’ll show you the new price and won’t charge you until you agree.',
      ],
    },
    { heading: 'Your order', parts: [orderTerms(needsAccount)] },
    {
      heading: 'Payment',
      parts: [
        'You pay by card when you order. Stripe processes all payments, and we never see or store your card number. For details, see our ',
        PRIVACY,
        '.',
      ],
    },
    {
      heading: 'Delivery',
      parts: [
        before,
        time,
        `${after} We’ll email you when your order ships. For destinations and delivery times, see `,
        SHIPPING,
        '.',
      ],
    },
    {
      heading: 'Cancellations and returns',
      parts: [
        'Until your order ships, you can cancel it for a full refund. Returns are accepted within',
        ' ',
        String(returnDays),
        ' days of delivery. See ',
        RETURNS,
        '.',
      ],
    },
    {
      heading: 'Your account',
      parts: [
        'Keep your password secret, and let us know if you think someone else knows it. We may block accounts that are used to harm the store or other people. You can delete your account at any time.',
      ],
    },
    {
      heading: 'Reviews',
      parts: [
        'You can write one review per product, and edit or delete it later. Write about the product, and don’t copy from others. We may edit or remove reviews that are unlawful, insulting, or off-topic. We never write reviews ourselves.',
      ],
    },
    {
      heading: 'Images and text',
      parts: [
        'The images and text in this store belong to ',
        shopName,
        '. Your reviews remain yours, and we may show them here.',
      ],
    },
    {
      heading: 'Changes',
      parts: [
        'We announce changes to these terms on this page ',
        String(TERMS_NOTICE_DAYS),
        ' days before they take effect. The terms in effect when you placed an order continue to apply to it.',
      ],
    },
    {
      heading: 'Questions',
      parts: ['If something is unclear or went wrong, please ', CONTACT, '.'],
    },
  ]
}

function orderTerms(needsAccount: boolean): string {
  const who = needsAccount ? 'You need an account to order.' : 'You can order with or without an account.'
  return `${who} We reserve your items while you pay. Your order is accepted when we receive your payment, and we’ll confirm it by email. If an item has sold out by then, we’ll give you a full refund.`
}
