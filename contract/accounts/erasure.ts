/** The data that deleting an account erases and retains, shown before the deletion and in its response. */
export const ERASURE = {
  erased: [
    'Your name, username, email address, and password',
    'Your sessions on all devices',
    'Your passkeys and authenticator app',
    'Your saved addresses',
    'Your favorites',
    'Your cart',
    'Your reviews',
    'Our note about you as a customer',
    'Your newsletter subscription, if your email address is verified',
    'Emails we sent you, and our copies of messages you sent us',
  ],
  kept: [
    {
      what: 'Your orders, with names, addresses, and payments, but no longer linked to an account',
      why: 'The law requires us to keep sales records for several years.',
    },
    {
      what: 'Changes you made to the shop as an admin, under your username',
      why: 'The audit log has to show who changed what. It has no entries about what customers do.',
    },
    {
      what: 'The text of a review that an admin changed or deleted, without your name',
      why: 'The audit log has to show the text before the change.',
    },
    {
      what: 'A newsletter subscription for an email address you haven’t verified',
      why: 'We can’t tell whether the address is yours. To unsubscribe, use the link in any newsletter.',
    },
  ],
} as const
