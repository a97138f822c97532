import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The files of a commit with packages and built pages. */
export type Tree = { name: string; root: string }

/** Checks a commit out into a temporary folder, which later runs use again. @param ref null: the files here */
export function checkOut(ref: string | null): Tree {
  if (ref === null) return { name: 'here', root: ROOT }
  const commit = git('rev-parse', '--short=8', `${ref}^{commit}`)
  const root = join(tmpdir(), 'plinth-compare', commit)
  const ready = join(root, '.ready')
  if (!existsSync(ready)) {
    mkdirSync(root, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', root], { input: archive })
    installPackages(root)
    run(root, process.execPath, ['scripts/build.ts', '--any-weight'])
    writeFileSync(ready, '')
  }
  return { name: commit, root }
}

/** Uses the packages here if the lock file is the same. A lock file that misses packages is completed. */
function installPackages(root: string) {
  const packages = join(root, 'node_modules')
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(packages)) return
  if (lockOf(root) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), packages)
  else run(root, 'npm', ['install', '--no-audit', '--no-fund'])
}

function run(cwd: string, command: string, parameters: string[]) {
  execFileSync(command, parameters, { cwd, stdio: 'inherit' })
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).trim()
}
