import { fetchMyself } from '../../lib/api/account/accounts.ts'
import { fetchAddresses } from '../../lib/api/account/addresses.ts'
import type { ApiClient } from '../../lib/api/client.ts'

export async function loadProfile(api: ApiClient, signal: AbortSignal) {
  const [account, addresses] = await Promise.all([fetchMyself(api, signal), fetchAddresses(api, signal)])
  return { account, addresses }
}
