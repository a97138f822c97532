/**
 * The sheet of a wallet, with what its owner has stored there: two addresses, and two cards. `hear` is called with
 * 'address', 'pay' or 'cancel'.
 */
export function openWalletSheet({ name, total, options, details }, hear) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', `${name} (sandbox)`)
  Object.assign(dialog.style, {
    boxSizing: 'border-box',
    width: 'min(400px, 100%)',
    padding: '24px',
    border: '1px solid #8b91a0',
    borderRadius: '12px',
    background: '#ffffff',
    color: '#21242c',
    font: '16px / 1.5 system-ui, sans-serif',
    colorScheme: 'light',
  })
  const heading = document.createElement('h2')
  heading.textContent = name
  const items = document.createElement('ul')
  Object.assign(items.style, { listStyle: 'none', padding: '0', margin: '8px 0' })
  const showDetails = ({ lineItems = [], shippingRates = [] } = {}) => {
    const lines = [
      ...lineItems,
      ...shippingRates.map((rate) => ({ name: rate.displayName, amount: rate.amount })),
    ]
    items.replaceChildren(
      ...lines.map((line) => {
        const item = document.createElement('li')
        item.textContent = `${line.name}: ${dollars(line.amount)}`
        return item
      }),
    )
  }
  showDetails(details)
  const sum = document.createElement('p')
  sum.textContent = `Total ${dollars(total)}`
  const address = choice(
    'Ship to',
    storedAddresses.map(({ label }) => label),
  )
  const card = choice(
    'Card',
    storedCards.map(({ label }) => label),
  )
  address.select.addEventListener('change', () => hear('address'))
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  const pay = button('Pay', () => hear('pay'))
  const cancel = button('Cancel', () => hear('cancel'))
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    hear('cancel')
  })
  dialog.append(
    heading,
    items,
    sum,
    ...(options.shippingAddressRequired ? [address.label] : []),
    card.label,
    note,
    pay,
    cancel,
  )
  document.body.append(dialog)
  dialog.showModal()
  return {
    address: () => storedAddresses[address.select.selectedIndex],
    card: () => storedCards[card.select.selectedIndex],
    showDetails,
    say(text) {
      note.textContent = text
    },
    lock(isLocked) {
      for (const control of [pay, cancel, address.select, card.select]) control.disabled = isLocked
    },
    refuse(isRefused) {
      pay.disabled = isRefused
    },
    close() {
      dialog.close()
      dialog.remove()
    },
  }
}

const owner = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+1 555 010 7788' }

const storedAddresses = [
  {
    label: 'Austin, Texas',
    ...owner,
    address: {
      line1: '12 Analytical Row',
      line2: null,
      city: 'Austin',
      state: 'TX',
      postal_code: '78701',
      country: 'US',
    },
  },
  {
    label: 'Berlin, Germany',
    ...owner,
    address: {
      line1: 'Unter den Linden 6',
      line2: null,
      city: 'Berlin',
      state: 'Berlin',
      postal_code: '10117',
      country: 'DE',
    },
  },
]

const storedCards = [
  { label: 'Visa 4242', number: '4242424242424242' },
  { label: 'Visa 0002, which is declined', number: '4000000000000002' },
]

function choice(name, labels) {
  const label = document.createElement('label')
  Object.assign(label.style, { display: 'block', margin: '12px 0' })
  const select = document.createElement('select')
  Object.assign(select.style, {
    display: 'block',
    width: '100%',
    minHeight: '44px',
    color: 'inherit',
    background: '#ffffff',
  })
  select.append(
    ...labels.map((text) => {
      const option = document.createElement('option')
      option.textContent = text
      return option
    }),
  )
  label.append(name, select)
  return { label, select }
}

/** A button as wallets draw theirs. */
export function button(text, act) {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  Object.assign(made.style, {
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
  })
  made.addEventListener('click', act)
  return made
}

const dollars = (cents) => `$${(cents / 100).toFixed(2)}`
