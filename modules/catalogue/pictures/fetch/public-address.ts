import { BlockList, isIP } from 'node:net'

/** Addresses that are not of the public internet, or reach it by a detour (RFC 6890, IANA's special-purpose registries). */
const special = new BlockList()
for (const subnet of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])
  addTo(special, subnet)

/** What is assigned of IPv6: everything else is private, local, mapped, translated or reserved. */
const assigned = new BlockList()
addTo(assigned, '2000::/3')

function addTo(list: BlockList, subnet: string): void {
  const [address = '', prefix = ''] = subnet.split('/')
  list.addSubnet(address, Number(prefix), familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address)
  if (isIP(address) === 0 || special.check(address, family)) return false
  return family === 'ipv4' || assigned.check(address, 'ipv6')
}
