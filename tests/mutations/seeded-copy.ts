import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'

/** A plausible mistake, and the tests that must detect it. */
export type Fault = {
  /** The resulting wrong behavior. */
  title: string
  file: string
  /** Exact text that the file contains once. */
  find: string
  replace: string
  /** Test files; at least one test in them must fail. */
  tests: string[]
}

type Verdict = { kind: 'caught'; by: string } | { kind: 'SURVIVED' } | { kind: 'not applicable'; why: string }

export type SeededCopy = {
  /** Runs these test files without a fault. @returns the failures */
  run(tests: string[]): Promise<Failures>
  /** Applies a fault, runs its tests, and reverts the fault. */
  judge(fault: Fault): Promise<Verdict>
  close(): Promise<void>
}

type Failures = {
  tests: string[]
  /** Errors outside of tests, such as a file that does not load. */
  errors: string[]
}

const ROOT = join(import.meta.dirname, '../..')
/** Only read by tests, and too large to copy. */
const SHARED = ['node_modules', 'dist']
const COPIED =
  /^(contract|server|web|sandbox|db|docs|scripts|tests|package\.json|tsconfig\.json|.*\.config\.ts)$/
const PROJECTS = ['node', 'web']

/**
 * Opens a temporary copy of the repository, so faults never change the working tree. Vitest and its database
 * start once for all faults.
 */
export async function openSeededCopy(): Promise<SeededCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-mutations-'))
  for (const name of readdirSync(ROOT)) {
    if (COPIED.test(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  for (const name of SHARED) symlinkSync(join(ROOT, name), join(folder, name))
  const failures: Failures = { tests: [], errors: [] }
  let vitest = await openVitest(folder, failures)
  /** The template of the tests' databases is created once, so it must be created again for another schema. */
  const reopen = async () => {
    await vitest.close()
    vitest = await openVitest(folder, failures)
  }

  const run = async (tests: string[]): Promise<Failures> => {
    failures.tests = []
    failures.errors = []
    const paths = tests.map((test) => join(folder, test))
    const specifications = (await vitest.globTestSpecifications(paths)).filter(({ moduleId }) =>
      paths.includes(moduleId),
    )
    const found = specifications.map(({ moduleId }) => moduleId)
    const missing = paths.filter((path) => !found.includes(path))
    if (missing.length > 0) throw new Error(`There are no such test files: ${missing.join(', ')}`)
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
    return { tests: failures.tests, errors: [...failures.errors, ...unhandledErrors.map(messageOf)] }
  }

  return {
    run,
    async judge({ file, find, replace, tests }) {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const places = text.split(find).length - 1
      if (places !== 1) {
        return { kind: 'not applicable', why: places === 0 ? 'text not found' : `text found ${places} times` }
      }
      const write = async (changed: string) => {
        writeFileSync(path, changed)
        if (file.endsWith('.sql')) await reopen()
        else vitest.invalidateFile(path)
      }
      await write(text.replace(find, () => replace))
      try {
        return verdictOf(await run(tests))
      } finally {
        await write(text)
      }
    },
    async close() {
      await vitest.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Uses the project's own configuration. The first failing test ends a run. */
function openVitest(folder: string, failures: Failures): Promise<Vitest> {
  const reporter = {
    onTestCaseResult(test: { fullName: string; result(): { state: string } }) {
      if (test.result().state === 'failed') failures.tests.push(test.fullName)
    },
    onTestModuleEnd(module: { errors(): unknown[] }) {
      failures.errors.push(...module.errors().map(messageOf))
    },
    onTestSuiteResult(suite: { errors(): unknown[] }) {
      failures.errors.push(...suite.errors().map(messageOf))
    },
  }
  return createVitest(
    { root: folder, project: PROJECTS, watch: false, bail: 1, reporters: [reporter] },
    { cacheDir: join(folder, '.cache') },
  )
}

/** A failing test detects the fault. A file that can't be loaded proves nothing about its tests. */
function verdictOf({ tests: [by], errors: [error] }: Failures): Verdict {
  if (by !== undefined) return { kind: 'caught', by }
  return error === undefined ? { kind: 'SURVIVED' } : { kind: 'not applicable', why: error }
}

function messageOf(error: unknown): string {
  return (error as { message?: string }).message ?? String(error)
}
