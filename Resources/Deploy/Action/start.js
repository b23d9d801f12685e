// Starts the store of action.yml in a container, and says where it is. stop.js removes it when the job ends.

const { execFileSync } = require('node:child_process')
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const docker = (...words) => execFileSync('docker', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

async function main() {
  const image = process.env.INPUT_IMAGE
  const port = Number(process.env.INPUT_PORT)
  if (!image) throw new Error('image is missing.')
  if (!(port >= 1 && port <= 65535)) throw new Error(`port is 1 to 65535, and not ${process.env.INPUT_PORT}.`)
  const name = `monkeystore-${port}`
  const address = `http://127.0.0.1:${port}`
  // An earlier step of the job may have used the same port. There may be no container of this name.
  try { execFileSync('docker', ['rm', '--force', '--volumes', name], { stdio: 'ignore' }) } catch {}

  // Before it starts, so that it is removed whatever happens now.
  appendFileSync(process.env.GITHUB_STATE, `name=${name}\n`)
  // With the runner's own network the store is at its loopback, and the runner's listeners are at the store's.
  docker('run', '--detach', '--network', 'host', '--name', name, image,
    '--data-dir', '/data', '--host', '127.0.0.1', '--port', String(port), '--content-port', '0')
  if (!await isReady(address)) {
    console.log(docker('logs', name))
    throw new Error(`The store was not ready after a minute. Its log is above.`)
  }

  const folder = join(process.env.RUNNER_TEMP, name)
  mkdirSync(folder, { recursive: true })
  const token = docker('exec', name, 'cat', '/data/admin-token')
  console.log(`::add-mask::${token.trim()}`)
  writeFileSync(join(folder, 'admin-token'), token, { mode: 0o600 })
  writeFileSync(join(folder, 'root.pem'), docker('exec', name, 'monkeystore-server', 'root', '--data-dir', '/data'))
  const outputs = {
    address, 'admin-token-file': join(folder, 'admin-token'), 'root-certificate': join(folder, 'root.pem') }
  for (const [output, value] of Object.entries(outputs)) {
    appendFileSync(process.env.GITHUB_OUTPUT, `${output}=${value}\n`)
  }
}

async function isReady(address) {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    try { if ((await fetch(address + '/ready')).ok) return true } catch {}
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  return false
}

main().catch(error => {
  console.log(`::error::${error.message}`)
  process.exitCode = 1
})
