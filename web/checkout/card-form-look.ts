import sansFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url&no-inline'
import type { StripeElementsOptionsClientSecret } from '@stripe/stripe-js'

/**
 * The provider's dark theme (spec section 2) in the warm grays of web/theme.css, on `.card-panel`: the provider's frame
 * cannot read our variables.
 */
export function cardFormLook(): Pick<StripeElementsOptionsClientSecret, 'appearance' | 'fonts'> {
  const family = 'Instrument Sans'
  return {
    appearance: {
      theme: 'night',
      variables: {
        colorPrimary: '#d3a27a',
        colorBackground: '#1d1a17',
        colorText: '#f3eee6',
        colorTextSecondary: '#c9c2b7',
        colorTextPlaceholder: '#a79f93',
        colorDanger: '#ef8a6a',
        borderRadius: '10px',
        fontFamily: `"${family}", sans-serif`,
        fontSizeBase: '16px',
      },
      rules: { '.Input': { borderColor: '#7d7468', boxShadow: 'none' } },
    },
    fonts: [
      { family, src: `url(${new URL(sansFont, window.location.href)})`, weight: '400 700', display: 'swap' },
    ],
  }
}
