import { t } from '#contract/language/language.ts'
import { Link } from '../platform/router/link.tsx'
import { ShopName } from '../settings/shop-info.tsx'
import { Trans } from '../ui/trans.tsx'
import { PRIVACY, RETURNS } from './paths.ts'
import type { OriginalPage } from './text-page.tsx'
import { ContactLink, ReturnDays } from './text-values.tsx'

export const ABOUT_PAGE: OriginalPage = {
  name: 'about',
  description:
    'Premium desk accessories designed for productivity and style: a few pieces, chosen with care.',
  crop: '75% 45%',
  Text: AboutText,
}

function AboutText() {
  return (
    <>
      <p>
        <Trans
          text="<shopName/> sells premium desk accessories designed for productivity and style: stands and risers, desk mats, lamps, and organizers for pens and cables."
          parts={{ shopName: <ShopName /> }}
        />
      </p>
      <p className="about-plinth">
        {t(
          'A plinth is the base that a good piece is displayed on. It raises the piece without drawing attention to itself. We choose our products the same way: a few pieces, honest materials, and nothing that clutters your desk.',
        )}
      </p>
      <h2>{t('Our promises')}</h2>
      <ul>
        <li>{t('You see the full price, including shipping, before you pay.')}</li>
        <li>
          {t('Star ratings come only from real reviews. If a product has no reviews, we show no stars.')}
        </li>
        <li>{t('“Only 3 left” is our actual stock, not a sales tactic.')}</li>
        <li>
          <Trans
            text="You have <returnDays/> days after delivery to change your mind. See <link>Returns</link>."
            parts={{ returnDays: <ReturnDays />, link: <Link to={RETURNS} /> }}
          />
        </li>
        <li>
          <Trans
            text="Your data is yours. Download it or delete it at any time. Our <link>Privacy Policy</link> is short enough to read."
            parts={{ link: <Link to={PRIVACY} /> }}
          />
        </li>
      </ul>
      <h2>{t('Get in touch')}</h2>
      <p>
        <Trans
          text="Questions or feedback? Please <contactLink/>. A real person will reply."
          parts={{ contactLink: <ContactLink /> }}
        />
      </p>
    </>
  )
}
