import type { Letter } from './network.ts';
import type { WorldState } from './state.ts';
import { rest } from './turn.ts';

/** What the network does with a request or a reply. */
export async function moveLetter(world: WorldState, letter: Letter): Promise<void> {
  const { chance, network, log } = world;
  const tell = (what: string) => log(`#${letter.number} ${letter.life.label} ${letter.what}: ${what}`);
  const fate = chance.below(100);
  if (letter.stage === 'answered') {
    if (fate < 84)
      return done(
        () => network.deliver(letter),
        () => tell('reply arrives'),
      );
    if (fate < 93)
      return done(
        () => network.deliver(letter, 'lost'),
        () => tell('reply is lost'),
      );
    return done(
      () => network.deliver(letter, 'cut'),
      () => tell('reply is cut'),
    );
  }
  if (fate < 62) return arrive(world, letter);
  if (fate < 78) {
    tell('arrives');
    return network.run(letter, world.slow !== null);
  }
  if (fate < 85)
    return done(
      () => network.deliver(letter, 'lost'),
      () => tell('is lost'),
    );
  if (fate < 91)
    return done(
      () => network.duplicate(letter),
      () => tell('is sent twice'),
    );
  const refusal = chance.pick(refusals);
  return done(
    () => network.deliver(letter, refusal),
    () => tell(`is refused with ${refusal.status}`),
  );
}

const json = { 'content-type': 'application/json' };
const refusals = [
  { status: 503, headers: { 'retry-after': '2' }, body: '' },
  { status: 503, headers: json, body: '{"kind":"unavailable","message":"Busy.","requestId":"r"}' },
  {
    status: 429,
    headers: { ...json, 'retry-after': '5' },
    body: '{"kind":"too-many","message":"Slow.","requestId":"r"}',
  },
  { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' },
  { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hotel network: sign in</html>' },
];

async function done(work: () => void, tell: () => void): Promise<void> {
  tell();
  work();
  await rest();
}

/** There and back without trouble, as far as nobody else holds a lock. */
async function arrive(world: WorldState, letter: Letter): Promise<void> {
  await world.network.run(letter, world.slow !== null);
  if (letter.stage === 'answered') world.network.deliver(letter);
  await rest();
}

/** All that is on its way arrives, and what that leads to. */
export async function deliverAll(world: WorldState): Promise<void> {
  const { network } = world;
  for (let round = 0; network.letters.length > 0; round += 1) {
    if (round > 2_000) throw new Error('The requests never end.');
    const [letter] = network.letters;
    if (!letter) break;
    if (letter.stage === 'answered') network.deliver(letter);
    else await arrive(world, letter);
    await rest();
  }
}
