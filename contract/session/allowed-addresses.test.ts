import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedFrom, countedAs, isNetwork, listRefusal, mayComeFrom } from './allowed-addresses.ts';

test.each([
  ['192.0.2.7', ['192.0.2.0/24'], true],
  ['192.0.3.7', ['192.0.2.0/24'], false],
  ['192.0.2.7', ['192.0.2.7'], true],
  ['192.0.2.8', ['192.0.2.7'], false],
  ['10.20.30.40', ['192.0.2.7', '10.0.0.0/8'], true],
  ['203.0.113.9', ['0.0.0.0/0'], true],
  ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
  ['::ffff:c000:207', ['192.0.2.0/24'], true],
  ['192.0.2.7', ['::ffff:192.0.2.0/120'], true],
  ['2001:db8::5', ['2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['2001:DB8:0:0:0:0:0:1', ['2001:db8::1'], true],
  ['::1', ['::1/128'], true],
  ['192.0.2.7', ['::/0'], false],
  ['2001:db8::5', ['0.0.0.0/0'], false],
  ['192.0.2.7', [], true],
  ['192.0.2.7', ['nonsense'], false],
  ['nonsense', ['0.0.0.0/0', '::/0'], false],
])('%s among %j: %s', (address, allowed, expected) => {
  expect(mayComeFrom(address, allowed)).toBe(expected);
});

test.each(['192.0.2.0/24', '192.0.2.7', '::', '2001:db8::/32', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.7', ' 10.0.0.0/8 '])(
  '%s is a network',
  (text) => {
    expect(isNetwork(text)).toBe(true);
  },
);

test.each([
  '',
  '192.0.2',
  '192.0.2.256',
  '192.0.2.07',
  '192.0.2.0/33',
  '192.0.2.0/',
  '1::2::3',
  '1:2:3:4:5:6:7:8:9',
  ':::',
  '12345::',
  '::/129',
  '10.0.0.0/8/8',
  'clinic.example',
])('%s is none', (text) => {
  expect(isNetwork(text)).toBe(false);
});

test('agrees with Node on any address and network', () => {
  const cases = fc.oneof(
    fc.record({
      address: fc.ipV4(),
      network: fc.ipV4(),
      bits: fc.integer({ min: 0, max: 32 }),
      family: fc.constant('ipv4' as const),
    }),
    fc.record({
      address: fc.ipV6(),
      network: fc.ipV6(),
      bits: fc.integer({ min: 0, max: 95 }),
      family: fc.constant('ipv6' as const),
    }),
  );
  fc.assert(
    fc.property(cases, ({ address, network, bits, family }) => {
      const list = new BlockList();
      list.addSubnet(network, bits, family);
      expect(mayComeFrom(address, [`${network}/${bits}`])).toBe(list.check(address, family));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '20010db800010002::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '20010db800010002::/64'],
  ['2001:db8:1:3::1', '20010db800010003::/64'],
  ['::1', '0000000000000000::/64'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
])('attempts from %s count as %s', (address, expected) => {
  expect(countedAs(address)).toBe(expected);
});

test.each([
  [['192.0.2.0/24'], '192.0.2.7', /^kept$/],
  [[], '192.0.2.7', /^kept$/],
  [['192.0.2.0/24', '2001:db8::/32'], '2001:db8::9', /^kept$/],
  [['198.51.100.7'], '192.0.2.7', /would lock you out\. Your address is 192\.0\.2\.7/],
  [['192.0.2.0/24', 'the office'], '192.0.2.7', /“the office” is not an address/],
  [['192.0.2.7', '192.0.2.7'], '192.0.2.7', /is in the list twice/],
])('the list %j by someone at %s', (networks, address, expected) => {
  const said = listRefusal(networks, address);
  expect(said ?? 'kept').toMatch(expected);
});

test('what is stored is read in both forms; what cannot be read lets no one in', () => {
  expect(allowedFrom(undefined)).toEqual([]);
  expect(allowedFrom(['192.0.2.7', { network: '10.0.0.0/8', note: 'Office' }])).toEqual([
    { network: '192.0.2.7', note: '' },
    { network: '10.0.0.0/8', note: 'Office' },
  ]);
  for (const broken of [{}, 'text', [null], [7], [{}]]) {
    const networks = allowedFrom(broken).map((one) => one.network);
    expect(mayComeFrom('192.0.2.7', networks)).toBe(false);
  }
});

test('a caller who has gone before being counted counts as that', () => {
  expect(countedAs(undefined)).toBe('gone');
});
