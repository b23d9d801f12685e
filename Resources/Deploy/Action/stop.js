// Removes what start.js has made, when the job ends.

const { execFileSync } = require('node:child_process')
const { rmSync } = require('node:fs')
const { join } = require('node:path')

const name = process.env.STATE_name
if (name) {
  // A later step with the same port has removed this one's already; then its own stop comes first.
  try { execFileSync('docker', ['rm', '--force', '--volumes', name], { stdio: 'ignore' }) } catch {}
  rmSync(join(process.env.RUNNER_TEMP, name), { recursive: true, force: true })
}
