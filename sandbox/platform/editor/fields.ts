import { type Html, html } from '../../html.ts'

/** The style of the editor's own parts; browsers take a stylesheet in the body too. */
export const editorStyle = html`<link rel="stylesheet" href="/platform/editor.css">`

export function textField(name: string, label: string, value: string, more: Html = html``): Html {
  return html`<label>${label} <input name="${name}" value="${value}" autocomplete="off" ${more}></label>`
}

export function numberField(name: string, label: string, value: string): Html {
  return html`<label>${label} <input name="${name}" value="${value}" inputmode="numeric" autocomplete="off" required></label>`
}

export function longField(name: string, label: string, value: string): Html {
  return html`<label>${label} <textarea name="${name}" rows="8" spellcheck="false">
${value}</textarea></label>`
}

export function tickField(name: string, label: string, value: string, isOn: boolean): Html {
  const on = isOn && html`checked`
  return html`<label class="tick"><input type="checkbox" name="${name}" value="${value}" ${on}> ${label}</label>`
}

export function choiceField(name: string, label: string, options: readonly string[], value: string): Html {
  return html`<label>${label} <select name="${name}">${options.map(
    (option) =>
      html`<option value="${option}" ${option === value && html`selected`}>${wordFor(option)}</option>`,
  )}</select></label>`
}

/** `ACTIVE` reads as 'Active'. */
export function wordFor(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase()
}
