import { home } from '../frame/ask-provider.js'
import { createElement, integrationError, tag } from './element.js'

/** The Payment Element: the card form, in a frame of another origin. `group` is shared by all elements of a page. */
export function createPaymentElement(group, forget) {
  let frame = null
  let isReady = false
  const { element, emit } = createElement('payment', { show, clear, forget })

  async function show(container, isShown) {
    const { answer, error } = await group.session
    if (!isShown()) return
    const refusal = error ?? refusalOf(answer)
    if (refusal) throw refusal
    container.classList.add('StripeElement')
    frame = openFrame(container, group, receive)
  }

  function clear() {
    frame?.close()
    frame = null
    isReady = false
  }

  function receive({ kind, ...more }) {
    if (kind === 'ready') isReady = true
    if (kind === 'enter') frame.iframe.closest('form')?.requestSubmit()
    else if (kind === 'change') emit('change', { collapsed: false, value: { type: 'card' }, ...more })
    else emit(kind, more)
  }

  return {
    element,
    ask(message) {
      if (!frame || !isReady) throw integrationError("The Payment Element isn't mounted or isn't ready yet.")
      return frame.ask(message)
    },
  }
}

/** An intent that has ended accepts no more cards. */
function refusalOf({ status }) {
  if (!['succeeded', 'canceled', 'processing'].includes(status)) return null
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This payment is already ${status}, so it doesn't accept a card.`,
  }
}

let framesMade = 0

/** Adds the card form to the page, with a private connection to it. */
function openFrame(container, { appearance, fonts, key }, receive) {
  const iframe = tag('iframe', {
    title: 'Secure payment input frame',
    name: `__privateStripeFrame${++framesMade}`,
    src: `${home}/payment-element/frame`,
    allow: 'payment *',
    style: {
      display: 'block',
      // Wider than its container by the space that the form leaves for the focus ring.
      width: 'calc(100% + 6px)',
      maxWidth: 'none',
      height: '178px',
      margin: '-3px',
      border: '0',
      // A frame whose color scheme differs from its element's gets an opaque background.
      colorScheme: appearance?.theme === 'night' ? 'dark' : 'light',
    },
  })
  const { port1: line, port2: theirs } = new MessageChannel()
  const waiting = new Map()
  let asked = 0
  line.onmessage = ({ data }) => {
    if (data.kind === 'height') iframe.style.height = `${data.height}px`
    else if (data.kind === 'answer') waiting.get(data.id)?.(data.result)
    else receive(data)
  }
  iframe.addEventListener('load', () => {
    const setup = { kind: 'setup', ground: backgroundOf(container), appearance, fonts, key }
    iframe.contentWindow.postMessage(setup, home, [theirs])
  })
  container.replaceChildren(iframe)
  return {
    iframe,
    ask: (message) =>
      new Promise((answer) => {
        waiting.set(++asked, answer)
        line.postMessage({ ...message, id: asked })
      }),
    close: () => line.close(),
  }
}

/** Returns the color behind an element. The frame paints it as its own background, so its contrast can be measured. */
function backgroundOf(element) {
  for (let node = element; node; node = node.parentElement) {
    const { backgroundColor: color, backgroundImage: image } = getComputedStyle(node)
    const isEmpty = color === 'transparent' || color === 'rgba(0, 0, 0, 0)'
    if (image !== 'none' || (!isEmpty && /rgba|\//.test(color))) return 'transparent'
    if (!isEmpty) return color
  }
  return 'transparent'
}
