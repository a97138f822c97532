import { type Api, ApiError, type InputOf, type Name, type ResponseOf } from './api.ts'

/**
 * Streamed responses, read line by line, for imports and the platform sync. A separate file, because no other page
 * needs it.
 */

/**
 * Calls `onLine` with each line as it arrives.
 * @throws ApiError, even if the error is the last line
 */
export async function callForStream<N extends Name>(
  api: Api,
  name: N,
  input: InputOf<N>,
  onLine: (line: ResponseOf<N>) => void,
): Promise<void> {
  const reader = readLines((text) => {
    const line = JSON.parse(text) as object
    if ('kind' in line) onLine(line as never)
    else throw new ApiError({ status: 500, statusText: '', headers: {}, text })
  })
  reader.end(await api.callForPieces(name, input, { onText: reader.take }))
}

/** Calls `onEvent` with each server-sent event as it arrives, until the server ends the stream. @throws ApiError */
export async function callForEvents<N extends Name>(
  api: Api,
  name: N,
  input: InputOf<N>,
  onEvent: (event: ResponseOf<N>) => void,
  signal?: AbortSignal,
): Promise<void> {
  const reader = readLines((line) => {
    if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice('data: '.length)))
  })
  reader.end(await api.callForPieces(name, input, { onText: reader.take, signal }))
}

/** Splits text that arrives in chunks into lines. */
function readLines(onLine: (line: string) => void) {
  let rest = ''
  let taken = 0
  const readChunk = (text: string) => {
    taken += text.length
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
  /** @param whole the complete response; if it was already processed in chunks, it is ignored */
  return { take: readChunk, end: (whole: string) => readChunk(whole.slice(taken)) }
}
