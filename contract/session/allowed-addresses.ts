/** An address or network as a number: `bits` of `size` count. */
type Network = { value: bigint; bits: number; size: 32 | 128 };

/** Whether a text is an IPv4 or IPv6 address, alone or as a network in CIDR notation (RFC 4632, RFC 4291). */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** Whether somebody at an address may come in; an empty list lets everybody in, an entry that is no network nobody. */
export function mayComeFrom(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const from = parseNetwork(address);
  return from !== undefined && allowed.some((each) => contains(parseNetwork(each), from));
}

/** One address or network from where people may come, with what the clinic noted of it. */
export type AllowedAddress = { network: string; note: string };

/** What a site stores, in either form; what cannot be read lets nobody in rather than everybody. */
export function allowedFrom(stored: unknown): AllowedAddress[] {
  if (stored === undefined || stored === null) return [];
  if (!Array.isArray(stored)) return [{ network: 'unreadable', note: '' }];
  return stored.map((one: unknown) => {
    if (typeof one === 'string') return { network: one, note: '' };
    const { network, note }: Record<string, unknown> = { ...(one as object | null) };
    return { network: String(network), note: typeof note === 'string' ? note : '' };
  });
}

/** Why such a list cannot be kept by somebody at an address, as a sentence; null when it can. */
export function listRefusal(networks: readonly string[], address: string): string | null {
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined)
    return `“${wrong}” is not an address or a range. Enter one such as 192.0.2.7 or 192.0.2.0/24.`;
  const twice = networks.find((network, at) => networks.indexOf(network) !== at);
  if (twice !== undefined) return `${twice} is in the list twice.`;
  if (mayComeFrom(address, networks)) return null;
  return `This list would lock you out. Your address is ${address}. Add it, or a range that includes it.`;
}

/** As what an address counts where attempts are limited: IPv6 by its /64, of which one line has all (RFC 6177). Of a caller who has gone there is none. */
export function countedAs(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const parsed = parseNetwork(address);
  if (parsed?.size === 128) return `${(parsed.value >> 64n).toString(16).padStart(16, '0')}::/64`;
  return parsed ? [24n, 16n, 8n, 0n].map((bits) => (parsed.value >> bits) & 255n).join('.') : address;
}

function contains(network: Network | undefined, { value, size }: Network): boolean {
  if (network?.size !== size) return false;
  const rest = BigInt(size - network.bits);
  return network.value >> rest === value >> rest;
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', suffix, ...more] = text.trim().split('/');
  if (more.length > 0 || (suffix !== undefined && !/^\d{1,3}$/.test(suffix))) return undefined;
  const four = parseFour(address);
  const value = four ?? parseSix(address);
  if (value === undefined) return undefined;
  const size = four === undefined ? 128 : 32;
  const bits = suffix === undefined ? size : Number(suffix);
  return bits > size ? undefined : asFour({ value, bits, size });
}

/** `::ffff:192.0.2.7` is 192.0.2.7 as a server on both families hears it (RFC 4291, 2.5.5.2). */
function asFour(network: Network): Network {
  const isMapped = network.size === 128 && network.bits >= 96 && network.value >> 32n === 0xffffn;
  return isMapped ? { value: network.value & 0xffffffffn, bits: network.bits - 96, size: 32 } : network;
}

function parseFour(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    // Some programs read a leading zero as octal.
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    value = value * 256n + BigInt(part);
  }
  return value;
}

function parseSix(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail] = halves.map((half) => groupsOf(half));
  const isShort = halves.length === 2;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (isShort ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

/** The groups of one side of `::`; dotted numbers at the end are two of them. */
function groupsOf(half: string): string[] {
  if (half === '') return [];
  const groups = half.split(':');
  const dotted = parseFour(groups.at(-1) ?? '');
  if (dotted === undefined) return groups;
  return [...groups.slice(0, -1), (dotted >> 16n).toString(16), (dotted & 0xffffn).toString(16)];
}
