import { groundOf, watchGround } from './ground.js'
import { home } from './home.js'

/** Puts the card form into the page, in a frame of another origin, and keeps a private line to it. */
export function openCardFrame(container, setup, hear) {
  const iframe = document.createElement('iframe')
  iframe.title = 'Secure payment input frame'
  iframe.name = `__privateStripeFrame${++framesMade}`
  iframe.src = `${home}/payment-element/frame`
  iframe.allow = 'payment *'
  Object.assign(iframe.style, {
    display: 'block',
    // Wider than its place by the room that the form leaves for the ring of the focus.
    width: 'calc(100% + 6px)',
    maxWidth: 'none',
    height: '178px',
    margin: '-3px',
    border: '0',
  })
  showScheme(iframe, setup.appearance)
  const forgetGround = watchGround(() => line.postMessage({ kind: 'ground', ground: groundOf(container) }))

  const { port1: line, port2: theirs } = new MessageChannel()
  const waiting = new Map()
  let asked = 0
  line.onmessage = ({ data }) => {
    if (data.kind === 'height') iframe.style.height = `${data.height}px`
    else if (data.kind === 'answer') waiting.get(data.id)?.(data.result)
    else hear(data)
  }
  iframe.addEventListener('load', () => {
    hear({ kind: 'loaderstart' })
    iframe.contentWindow.postMessage({ kind: 'setup', ground: groundOf(container), ...setup }, home, [theirs])
  })
  container.replaceChildren(iframe)

  return {
    tell: (message) => line.postMessage(message),
    ask: (message) =>
      new Promise((answer) => {
        const id = ++asked
        waiting.set(id, (result) => {
          waiting.delete(id)
          answer(result)
        })
        line.postMessage({ ...message, id })
      }),
    dress(appearance) {
      showScheme(iframe, appearance)
      line.postMessage({ kind: 'appearance', appearance })
    },
    focus: () => iframe.focus(),
    close() {
      forgetGround()
      line.close()
      iframe.remove()
    },
  }
}

let framesMade = 0

// A frame whose colour scheme is not its element's gets an opaque ground.
function showScheme(iframe, appearance) {
  iframe.style.colorScheme = appearance?.theme === 'night' ? 'dark' : 'light'
}
