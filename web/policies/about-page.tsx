import { Link } from 'react-router'
import { RETURN_DAYS } from '#contract/policies.ts'
import { ABOUT, PRIVACY, RETURNS } from '../platform/addresses.ts'
import { ShopName } from '../settings/shop-info.tsx'
import { ContactLink, TextPage } from './text-page.tsx'

export function AboutPage() {
  return (
    <TextPage
      title="About Us"
      description="Premium desk accessories designed for productivity and style: few things, chosen with care."
      address={ABOUT}
    >
      <p>
        <ShopName /> sells premium desk accessories designed for productivity and style: stands and risers,
        desk mats, lamps, and what keeps pens and cables in their place.
      </p>
      <p>
        A plinth is what a good piece stands on. It lifts what matters and stays quiet itself. That is how we
        choose: few things, honest materials, nothing that shouts across the desk.
      </p>
      <h2>What you can hold us to</h2>
      <ul>
        <li>You see the whole price, shipping included, before you pay.</li>
        <li>Stars come from real reviews only. Where there are none, we show none.</li>
        <li>‘Only 3 left’ is a count, not a trick.</li>
        <li>
          You have {RETURN_DAYS} days after delivery to change your mind. <Link to={RETURNS}>Returns</Link>{' '}
          says how.
        </li>
        <li>
          Your data is yours: take it along or have it erased. The <Link to={PRIVACY}>Privacy Policy</Link> is
          short enough to read.
        </li>
      </ul>
      <h2>Talk to us</h2>
      <p>
        Questions, praise, complaints: please <ContactLink />. A person answers.
      </p>
    </TextPage>
  )
}
