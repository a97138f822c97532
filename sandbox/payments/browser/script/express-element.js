import { createListeners } from './listeners.js'
import { integrationError } from './payment-element.js'
import { button, openWalletSheet } from './wallet-sheet.js'

const wallets = {
  google_pay: { name: 'Google Pay', available: 'googlePay' },
  link: { name: 'Link', available: 'link' },
}

/** The Express Checkout Element: the buttons of the wallets that the buyer has, and the sheet that each opens. */
export function createExpressElement(group, options = {}) {
  const listeners = createListeners()
  const emit = (type, more = {}) => listeners.emit(type, { elementType: 'expressCheckout', ...more })
  let container = null
  let sheet = null
  let wallet = null
  let isSubmitted = false

  async function show() {
    const shownIn = container
    const { answer, error } = await group.session
    if (container !== shownIn) return
    if (error) return emit('loaderror', { error })
    const known = answer.wallets ?? []
    container.replaceChildren(...known.map((type) => walletButton(type)))
    emit('ready', { availablePaymentMethods: known.length > 0 ? availabilityOf(known) : undefined })
  }

  function walletButton(type) {
    const made = button(wallets[type].name, () => begin(type))
    made.setAttribute('aria-label', `Pay with ${wallets[type].name}`)
    return made
  }

  /** The shop has one second to say what the sheet shows. */
  function begin(type) {
    if (sheet) return
    let isAnswered = false
    const answerOnce = (act) => (details) => {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(late)
      act(details)
    }
    const late = setTimeout(() => {
      isAnswered = true
      reportError(
        integrationError('A click on the Express Checkout Element was not resolved within 1 second.'),
      )
    }, 1000)
    const open = answerOnce((details = {}) => openSheet(type, details))
    emit('click', { expressPaymentType: type, resolve: open, reject: answerOnce(() => undefined) })
  }

  function openSheet(type, details) {
    const wishes = { ...options, ...details }
    if (wishes.shippingAddressRequired && !wishes.shippingRates?.length) {
      throw integrationError('With shippingAddressRequired, shippingRates needs at least one rate.')
    }
    const { name } = wallets[type]
    sheet = openWalletSheet({ name, total: group.deferred.amount, options: wishes, details: wishes }, hear)
    if (wishes.shippingAddressRequired) askAddress()

    function hear(what) {
      if (what === 'cancel') {
        close()
        emit('cancel')
      } else if (what === 'address') askAddress()
      else confirm(type, wishes)
    }
  }

  /** Before a payment is authorized, a shop learns only roughly where it goes. */
  function askAddress() {
    const { name, address } = sheet.address()
    const { city, state, postal_code, country } = address
    sheet.lock(true)
    emit('shippingaddresschange', {
      name,
      address: { city, state, postal_code, country },
      resolve(details = {}) {
        sheet?.lock(false)
        sheet?.say('')
        if (details.shippingRates || details.lineItems) sheet?.showDetails(details)
      },
      reject() {
        sheet?.lock(false)
        sheet?.refuse(true)
        sheet?.say('This shop does not ship to this address.')
      },
    })
  }

  function confirm(type, wishes) {
    const { name, email, phone, address } = sheet.address()
    wallet = {
      type,
      card: sheet.card(),
      name,
      email,
      phone,
      address,
      isShipped: wishes.shippingAddressRequired,
    }
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
      ...(wishes.shippingAddressRequired && {
        shippingAddress: { name, address },
        shippingRate: wishes.shippingRates[0],
      }),
      paymentFailed: () => close(),
    })
  }

  function close() {
    sheet?.close()
    sheet = null
    wallet = null
    isSubmitted = false
  }

  const chained = (act) => (type, handler) => {
    act(type, handler)
    return element
  }
  const element = {
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!found) throw integrationError(`There is no '${target}' on the page to mount the element in.`)
      container = found
      show().catch((error) => emit('loaderror', { error }))
    },
    unmount() {
      container?.replaceChildren()
      container = null
    },
    destroy() {
      close()
      element.unmount()
      group.forget(element)
    },
    update(change) {
      options = { ...options, ...change }
      return element
    },
    on: chained(listeners.add),
    once: chained(listeners.addOnce),
    off: chained(listeners.remove),
    focus: () => container?.querySelector('button')?.focus(),
    blur: () => document.activeElement?.blur(),
  }
  return {
    element,
    wallet: () => wallet,
    submit() {
      isSubmitted = true
    },
    close,
    /** What a wallet hands over: a card and addresses. */
    payment() {
      if (!isSubmitted)
        throw integrationError('Call elements.submit() before stripe.createConfirmationToken().')
      const { card, name, email, phone, address } = wallet
      const { number } = card
      return {
        payment_method_data: {
          type: 'card',
          card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
          billing_details: { name, email, phone, address },
        },
        ...(wallet.isShipped && { shipping: { name, phone, address } }),
      }
    },
  }
}

function availabilityOf(known) {
  const none = {
    amazonPay: false,
    applePay: false,
    googlePay: false,
    klarna: false,
    link: false,
    paypal: false,
  }
  return { ...none, ...Object.fromEntries(known.map((type) => [wallets[type].available, true])) }
}
