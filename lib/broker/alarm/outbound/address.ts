import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet. Source: IANA special-purpose address registries (IPv4). */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Inside 2000::/3, which is all that is public: tunnels that carry an IPv4 address, documentation, benchmarks. */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused4 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_4) refused4.addSubnet(network, prefix, 'ipv4');
const refused6 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_6) refused6.addSubnet(network, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** An address of the public internet; what is not an address is not public. Mapped and translated ones are refused. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused4.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
    default:
      return false;
  }
}
