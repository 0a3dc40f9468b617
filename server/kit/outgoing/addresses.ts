import { BlockList, isIP } from 'node:net';

/** IPv4 that is no single public host: IANA's special-purpose registry, multicast and reserved. */
const notPublic4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, and with it the metadata services of clouds.
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
] as const)
  notPublic4.addSubnet(net, bits, 'ipv4');

/** Only 2000::/3 is given out (RFC 4291); loopback, ULA, link-local and mapped IPv4 all lie outside of it. */
const given6 = new BlockList();
given6.addSubnet('2000::', 3, 'ipv6');
/** Within it: tunnels that carry an IPv4 address, protocol assignments and documentation. */
const notPublic6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic6.addSubnet(net, bits, 'ipv6');

/** Whether an address is one that anybody on the internet could reach. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return family === 6 && given6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

const loopback4 = new BlockList();
loopback4.addSubnet('127.0.0.0', 8, 'ipv4');

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? loopback4.check(address, 'ipv4') : address === '::1';
}
