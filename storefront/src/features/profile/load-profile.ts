import { fetchMyself } from '../../lib/api/accounts.ts'
import { fetchAddresses } from '../../lib/api/addresses.ts'
import type { ApiClient } from '../../lib/api/client.ts'

export async function loadProfile(api: ApiClient, signal: AbortSignal) {
  const [account, addresses] = await Promise.all([fetchMyself(api, signal), fetchAddresses(api, signal)])
  return { account, addresses }
}
