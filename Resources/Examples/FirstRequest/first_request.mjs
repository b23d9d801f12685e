// Apple's client in Node at a store of this test's own: no root rights, no port 443, no /etc/hosts.
//
//     npm install @apple/app-store-server-library
//     node first_request.mjs http://127.0.0.1:8080 ADMIN-TOKEN

import { AppStoreServerAPIClient, Environment } from '@apple/app-store-server-library'

const [server, token] = process.argv.slice(2)
const bundle = 'com.example.app'

async function ask(method, path, body) {
  const answer = await fetch(server + path, {
    method, headers: { Authorization: 'Bearer ' + token }, body: body && JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text && JSON.parse(text)
}

const store = await ask('POST', '/stores', {
  bundleIdentifier: bundle, accounts: [{ account: 'jane', password: 'bananas for ever' }] })
try {
  const bought = await ask('POST', `/stores/${store.identifier}/admin/v1/purchases`, {
    account: 'jane', product: 'com.xamarin.storekit.testing.consume5credits' })

  const key = store.serverAPI
  const client = new AppStoreServerAPIClient(
    key.privateKey, key.keyIdentifier, key.issuer, bundle, Environment.SANDBOX)
  client.urlBase = store.address + '/sandbox' // The one line.

  const answer = await client.getTransactionInfo(bought.transactionIdentifier)
  const payload = Buffer.from(answer.signedTransactionInfo.split('.')[1], 'base64url')
  console.log('asked:', JSON.parse(payload).productId)
} finally {
  await ask('DELETE', '/stores/' + store.identifier)
}
