import { createElement, integrationError } from './element.js'
import { openWalletSheet, walletButton } from './wallet-sheet.js'

const wallets = {
  google_pay: { name: 'Google Pay', available: 'googlePay' },
  link: { name: 'Link', available: 'link' },
}
const noWallets = {
  amazonPay: false,
  applePay: false,
  googlePay: false,
  klarna: false,
  link: false,
  paypal: false,
}

/** Apple Pay withholds the last three characters of Canadian and British postal codes. */
const sharedPart = (country, code) => (['CA', 'GB'].includes(country) ? code.slice(0, -3).trim() : code)

/** The Express Checkout Element: wallet buttons, and the sheet that each one opens. */
export function createExpressElement(group, options, forget) {
  const { element, emit } = createElement('expressCheckout', { show, clear: close, forget })
  let sheet = null
  let wallet = null
  let isSubmitted = false

  async function show(container, isShown) {
    const { answer, error } = await group.session
    if (!isShown()) return
    if (error) throw error
    const known = answer.wallets ?? []
    const buttons = known.map((type) => {
      const { name } = wallets[type]
      return Object.assign(
        walletButton(name, () => click(type)),
        { ariaLabel: `Pay with ${name}` },
      )
    })
    container.replaceChildren(...buttons)
    const available = Object.fromEntries(known.map((type) => [wallets[type].available, true]))
    emit('ready', { availablePaymentMethods: known.length > 0 ? { ...noWallets, ...available } : undefined })
  }

  /** The shop has one second to provide the sheet's content. */
  function click(type) {
    if (sheet) return
    const message = 'A click on the Express Checkout Element was not resolved within 1 second.'
    let late = setTimeout(() => {
      late = null
      reportError(integrationError(message))
    }, 1000)
    const once = (act) => (details) => {
      if (late === null) return
      clearTimeout(late)
      late = null
      act(details)
    }
    const resolve = once((details = {}) => openSheet(type, { ...options, ...details }))
    emit('click', { expressPaymentType: type, resolve, reject: once(() => undefined) })
  }

  function openSheet(type, wishes) {
    if (wishes.shippingAddressRequired && !wishes.shippingRates?.length) {
      throw integrationError('With shippingAddressRequired, shippingRates needs at least one rate.')
    }
    const { name } = wallets[type]
    sheet = openWalletSheet({ name, total: group.deferred.amount, options: wishes }, (what) => {
      if (what === 'address') sendAddress()
      else if (what === 'rate') sendRate()
      else if (what === 'pay') confirm(type, wishes)
      else {
        close()
        emit('cancel')
      }
    })
    if (wishes.shippingAddressRequired) sendAddress()
  }

  /** Until the payment is authorized, the shop gets only the city and the first part of the postal code, no street. */
  function sendAddress() {
    const { name, city, state, postal_code, country } = sheet.address()
    sheet.lock(true)
    emit('shippingaddresschange', {
      name,
      address: { city, state, postal_code: sharedPart(country, postal_code), country },
      resolve(changes = {}) {
        sheet?.update(changes, group.deferred.amount)
        sheet?.lock(false)
        sheet?.say('')
      },
      reject() {
        sheet?.lock(false)
        sheet?.refuse()
        sheet?.say("This shop doesn't ship to this address.")
      },
    })
  }

  function sendRate() {
    sheet.lock(true)
    emit('shippingratechange', {
      shippingRate: sheet.rate(),
      resolve(changes = {}) {
        sheet?.update(changes, group.deferred.amount)
        sheet?.lock(false)
      },
      reject: () => sheet?.lock(false),
    })
  }

  function confirm(type, wishes) {
    const { name, email, phone, label: _, ...address } = sheet.address()
    const isShipped = wishes.shippingAddressRequired
    wallet = { type, card: sheet.card(), name, email, phone, address, isShipped }
    sheet.lock(true)
    sheet.say('Processing...')
    emit('confirm', {
      expressPaymentType: type,
      billingDetails: {
        name,
        address,
        ...(wishes.emailRequired && { email }),
        ...(wishes.phoneNumberRequired && { phone }),
      },
      ...(isShipped && { shippingAddress: { name, address }, shippingRate: sheet.rate() }),
      paymentFailed: () => close(),
    })
  }

  function close() {
    sheet?.close()
    sheet = null
    wallet = null
    isSubmitted = false
  }

  return {
    element,
    close,
    isOpen: () => wallet !== null,
    submit() {
      isSubmitted = true
      return { selectedPaymentMethod: wallet.type }
    },
    /** Returns the card and the addresses that a wallet provides. */
    payment() {
      if (!isSubmitted)
        throw integrationError('Call elements.submit() before stripe.createConfirmationToken().')
      const { card, name, email, phone, address, isShipped } = wallet
      return {
        wallet: wallet.type,
        payment_method_data: {
          type: 'card',
          card: { number: card.number, exp_month: 12, exp_year: 2034, cvc: '123' },
          billing_details: { name, email, phone, address },
        },
        ...(isShipped && { shipping: { name, phone, address } }),
      }
    },
  }
}
