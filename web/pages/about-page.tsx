import { Link } from '../platform/router/link.tsx'
import { ShopName } from '../settings/shop-info.tsx'
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
        <ShopName /> sells premium desk accessories designed for productivity and style: stands and risers,
        desk mats, lamps, and organizers for pens and cables.
      </p>
      <p className="about-plinth">
        A plinth is the base that a good piece is displayed on. It raises the piece without drawing attention
        to itself. We choose our products the same way: a few pieces, honest materials, and nothing that
        clutters your desk.
      </p>
      <h2>Our promises</h2>
      <ul>
        <li>You see the full price, including shipping, before you pay.</li>
        <li>Star ratings come only from real reviews. If a product has no reviews, we show no stars.</li>
        <li>“Only 3 left” is our actual stock, not a sales tactic.</li>
        <li>
          You have <ReturnDays /> days after delivery to change your mind. See{' '}
          <Link to={RETURNS}>Returns</Link>.
        </li>
        <li>
          Your data is yours. Download it or delete it at any time. Our{' '}
          <Link to={PRIVACY}>Privacy Policy</Link> is short enough to read.
        </li>
      </ul>
      <h2>Get in touch</h2>
      <p>
        Questions or feedback? Please <ContactLink />. A real person will reply.
      </p>
    </>
  )
}
