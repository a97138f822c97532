import { home } from './home.js'

/** Shows the page of the buyer's bank above the shop's page until the buyer has answered. */
export function showChallenge(url) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3-D Secure')
  Object.assign(dialog.style, {
    boxSizing: 'border-box',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    padding: '16px',
    border: '0',
    background: 'rgb(0 0 0 / 60%)',
    display: 'grid',
    placeItems: 'center',
  })
  // Closing it would leave the bank without an answer: the page inside has a button for that.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.append(challengeFrame(url))
  document.body.append(dialog)
  dialog.showModal()

  return new Promise((answered) => {
    const hear = ({ origin, source, data }) => {
      const isOurs = origin === home && source === dialog.firstChild.contentWindow
      if (!isOurs || data?.kind !== 'challenge-answered') return
      window.removeEventListener('message', hear)
      dialog.close()
      dialog.remove()
      answered()
    }
    window.addEventListener('message', hear)
  })
}

function challengeFrame(url) {
  const iframe = document.createElement('iframe')
  iframe.title = '3-D Secure challenge of your bank'
  iframe.src = `${url}?in=frame`
  Object.assign(iframe.style, {
    width: 'min(480px, 100%)',
    height: 'min(560px, 100%)',
    border: '0',
    borderRadius: '12px',
    background: '#ffffff',
    colorScheme: 'light',
  })
  return iframe
}
