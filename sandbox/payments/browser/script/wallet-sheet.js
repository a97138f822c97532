import { tag } from './element.js'

/**
 * Opens a wallet sheet with its owner's stored data: five addresses and two cards. `receive` is called with 'address',
 * 'rate', 'pay', or 'cancel'.
 */
export function openWalletSheet({ name, total, options }, receive) {
  let { lineItems = [], shippingRates = [] } = options
  const list = tag('ul', { style: { listStyle: 'none', padding: '0', margin: '8px 0' } })
  const sum = tag('p', {})
  const rate = choice('Shipping', [])
  rate.select.addEventListener('change', () => receive('rate'))
  const address = choice('Ship to', storedAddresses)
  const card = choice('Card', storedCards)
  address.select.addEventListener('change', () => receive('address'))
  const note = tag('p', { role: 'alert' })
  const pay = walletButton('Pay', () => receive('pay'))
  const cancel = walletButton('Cancel', () => receive('cancel'))
  const dialog = tag(
    'dialog',
    { ariaLabel: `${name} (sandbox)`, style: dialogStyle },
    tag('h2', {}, name),
    list,
    sum,
    ...(options.shippingAddressRequired ? [address.label] : []),
    rate.label,
    card.label,
    note,
    pay,
    cancel,
  )
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    receive('cancel')
  })
  showRates()
  showAmounts(total)
  document.body.append(dialog)
  dialog.showModal()
  return {
    address: () => storedAddresses[address.select.selectedIndex],
    rate: () => shippingRates[rate.select.selectedIndex],
    card: () => storedCards[card.select.selectedIndex],
    /** Shows the shop's changes for another address or rate. */
    update(changes, amount) {
      if (changes.lineItems) lineItems = changes.lineItems
      if (changes.shippingRates) {
        shippingRates = changes.shippingRates
        showRates()
      }
      showAmounts(amount)
    },
    say(text) {
      note.textContent = text
    },
    lock(isLocked) {
      for (const control of [pay, cancel, address.select, rate.select, card.select])
        control.disabled = isLocked
    },
    refuse() {
      pay.disabled = true
    },
    close() {
      dialog.close()
      dialog.remove()
    },
  }

  function showRates() {
    rate.select.replaceChildren(...shippingRates.map(({ displayName }) => tag('option', {}, displayName)))
    rate.label.style.display = shippingRates.length < 2 ? 'none' : 'block'
  }

  function showAmounts(amount) {
    const chosen = shippingRates[Math.max(0, rate.select.selectedIndex)]
    const lines = [...lineItems, ...(chosen ? [{ name: chosen.displayName, amount: chosen.amount }] : [])]
    list.replaceChildren(...lines.map((line) => tag('li', {}, `${line.name}: ${dollars(line.amount)}`)))
    sum.textContent = `Total ${dollars(amount)}`
  }
}

const dialogStyle = {
  boxSizing: 'border-box',
  width: 'min(400px, 100%)',
  padding: '24px',
  border: '1px solid #8b91a0',
  borderRadius: '12px',
  background: '#ffffff',
  color: '#21242c',
  font: '16px / 1.5 system-ui, sans-serif',
  colorScheme: 'light',
}

const owner = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+1 555 010 7788', line2: null }

const storedAddresses = [
  {
    label: 'Austin, Texas',
    ...owner,
    line1: '12 Analytical Row',
    city: 'Austin',
    state: 'TX',
    postal_code: '78701',
    country: 'US',
  },
  {
    label: 'Berlin, Germany',
    ...owner,
    line1: 'Unter den Linden 6',
    city: 'Berlin',
    state: 'Berlin',
    postal_code: '10117',
    country: 'DE',
  },
  {
    label: 'Toronto, Ontario',
    ...owner,
    line1: '100 Queen Street West',
    city: 'Toronto',
    state: 'Ontario',
    postal_code: 'M5H 2N2',
    country: 'CA',
  },
  {
    label: 'San Juan, Puerto Rico',
    ...owner,
    line1: '63 Fortaleza Street',
    city: 'San Juan',
    state: '',
    postal_code: '00901',
    country: 'PR',
  },
  {
    label: 'London, United Kingdom',
    ...owner,
    line1: 'Buckingham Palace',
    city: 'London',
    state: '',
    postal_code: 'SW1A 1AA',
    country: 'GB',
  },
]

const storedCards = [
  { label: 'Visa 4242', number: '4242424242424242' },
  { label: 'Visa 0002, which is declined', number: '4000000000000002' },
]

function choice(name, stored) {
  const select = tag(
    'select',
    {
      style: { display: 'block', width: '100%', minHeight: '44px', color: 'inherit', background: '#ffffff' },
    },
    ...stored.map(({ label }) => tag('option', {}, label)),
  )
  return { select, label: tag('label', { style: { display: 'block', margin: '12px 0' } }, name, select) }
}

/** Creates a button in the wallet's style. */
export function walletButton(text, act) {
  const style = {
    display: 'block',
    width: '100%',
    minHeight: '44px',
    margin: '8px 0 0',
    border: '1px solid #8b91a0',
    borderRadius: '8px',
    background: '#000000',
    color: '#ffffff',
    font: '600 16px system-ui, sans-serif',
    cursor: 'pointer',
  }
  return tag('button', { type: 'button', onclick: act, style }, text)
}

const dollars = (cents) => `$${(cents / 100).toFixed(2)}`
