import { type AnswerOf, type Api, ApiError, type InputOf, type Name } from './api.ts'

/** Answers that come line by line: the imports and the platform sync of the admin. Apart, since no other page needs it. */

/** Tells each line as soon as it is there. @throws ApiError, also when the last line says so */
export async function callForLines<N extends Name>(
  api: Api,
  name: N,
  input: InputOf<N>,
  onLine: (line: AnswerOf<N>) => void,
): Promise<void> {
  const reader = readLines((text) => {
    const line = JSON.parse(text) as object
    if ('kind' in line) onLine(line as never)
    else throw new ApiError({ status: 500, statusText: '', headers: {}, text })
  })
  reader.end(await api.callForPieces(name, input, { onText: reader.take }))
}

/** Tells each server-sent event as soon as it is there, until the server ends them. @throws ApiError */
export async function callForEvents<N extends Name>(
  api: Api,
  name: N,
  input: InputOf<N>,
  onEvent: (event: AnswerOf<N>) => void,
  signal?: AbortSignal,
): Promise<void> {
  const reader = readLines((line) => {
    if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice('data: '.length)))
  })
  reader.end(await api.callForPieces(name, input, { onText: reader.take, signal }))
}

/** Cuts a text that comes in pieces into its lines. */
function readLines(onLine: (line: string) => void) {
  let rest = ''
  let taken = 0
  const take = (text: string) => {
    taken += text.length
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
  /** @param whole the answer, of which nothing or all was taken */
  return { take, end: (whole: string) => take(whole.slice(taken)) }
}
