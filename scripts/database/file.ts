import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { SettingsError } from '../../server/config.ts'
import type { Table, TableContents } from './contents.ts'

/**
 * A backup is a gzip file of UTF-8 text (docs/operations.md, Backups). Its first line is the header as JSON. Then each table
 * follows: a line with its name, its rows in the text format of COPY, and a line with `\.`, which no row contains. The last
 * line is `end`.
 */
export type Header = {
  format: typeof FORMAT
  /** The time of the snapshot. */
  at: string
  migrations: string[]
  /** Referenced tables first. */
  tables: (Table & TableContents)[]
  sequences: Sequence[]
}

export type Sequence = { schema: string; name: string; value: string; isUsed: boolean }

export const FORMAT = 'plinth-backup-1'
export const END_OF_ROWS = '\\.\n'
export const END_OF_FILE = 'end\n'

const END_IN_ROWS = Buffer.from(`\n${END_OF_ROWS}`)

/** Writes to a temporary name first, so a file with the final name is complete and on disk. */
export async function writeFile(file: string, lines: AsyncIterable<string | Buffer>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.part`
  try {
    const handle = await open(part, 'w', 0o600)
    await pipeline(lines, createGzip(), handle.createWriteStream({ flush: true }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Opens a backup. @throws SettingsError if the file can't be read */
export function readFile(file: string): Readable {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  return source.pipe(text)
}

/** Counts the rows of each table, to find a damaged or incomplete file before it is used. @throws SettingsError */
export async function checkFile(file: string): Promise<Header> {
  try {
    const reader = readBackup(readFile(file))
    const header = await reader.header()
    for (const { table, rows } of header.tables) {
      let found = 0
      for await (const piece of reader.rows(table)) for (const byte of piece) if (byte === NEWLINE) found += 1
      if (found !== rows) throw new Error(`${found} instead of ${rows} rows of ${table}`)
    }
    await reader.end()
    return header
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new SettingsError(`'${file}' cannot be read (${code})`, { cause })
    throw new SettingsError(`'${file}' is not a complete backup: ${message}`, { cause })
  }
}

const NEWLINE = 10

/** Reads the parts of a backup in their order. */
export function readBackup(source: Readable) {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  async function readMore(): Promise<void> {
    const { value, done } = await pieces.next()
    if (done) throw new Error('the file ends too early')
    rest = Buffer.concat([rest, value])
  }

  async function readLine(): Promise<string> {
    let length = rest.indexOf(NEWLINE)
    while (length < 0) {
      await readMore()
      length = rest.indexOf(NEWLINE)
    }
    const line = rest.subarray(0, length).toString('utf8')
    rest = rest.subarray(length + 1)
    return line
  }

  async function expectLine(wanted: string) {
    const line = await readLine()
    if (line !== wanted) throw new Error(`'${line.slice(0, 40)}' instead of '${wanted}'`)
  }

  return {
    async header(): Promise<Header> {
      const header = JSON.parse(await readLine()) as Header
      if (header.format !== FORMAT) throw new Error(`unknown format '${header.format}'`)
      return header
    },
    /** Yields the rows of the next table, in pieces of any length. */
    async *rows(table: string): AsyncGenerator<Buffer> {
      await expectLine(table)
      // The newline makes the end look the same for a table without rows. It isn't part of them.
      rest = Buffer.concat([Buffer.from('\n'), rest])
      let isFirst = true
      for (;;) {
        const end = rest.indexOf(END_IN_ROWS)
        const length = end >= 0 ? end + 1 : rest.length - END_IN_ROWS.length
        if (length > 0) {
          const piece = rest.subarray(isFirst ? 1 : 0, length)
          if (piece.length > 0) yield piece
          isFirst = false
          rest = rest.subarray(length)
        }
        if (end >= 0) break
        await readMore()
      }
      rest = rest.subarray(END_OF_ROWS.length)
    },
    async end() {
      await expectLine(END_OF_FILE.trim())
      // Reads the checksum of the compressed data.
      if (!(await pieces.next()).done) throw new Error('the file continues after its end')
    },
  }
}
