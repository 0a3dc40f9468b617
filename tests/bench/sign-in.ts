import { demoPassword, type Clinic } from '../clinic.ts';
import { assertAll, tailFigure, type Figure } from './measure.ts';

const rounds = 50;
/** Fewer than lock an address. */
const wrongRounds = 8;
const crowd = 100;
const crowds = 3;

/** POST /session/login from the request to the token, with the right password and with a wrong one. */
export async function benchSignIn(clinic: Clinic): Promise<Figure[]> {
  const right = await signIns(clinic, { password: demoPassword, expected: 200, rounds });
  const wrong = await signIns(clinic, { password: `${demoPassword}!`, expected: 401, rounds: wrongRounds });
  return [tailFigure('sign-in', 'ms', right, 600), tailFigure('sign-in with a wrong password', 'ms', wrong, 600)];
}

/** The same, and a clinic of a hundred people who all begin at the same moment. */
export async function benchSignInCrowd(clinic: Clinic): Promise<Figure[]> {
  await clinic.sql(
    `insert into users (site, "UserId", "Email", "PasswordHash", "FirstName", "LastName", "TimeZone", can)
     select site, gen_random_uuid(), 'crowd' || at || '@demo.test', "PasswordHash", 'Crowd', 'Of ' || at, "TimeZone", can
     from users, generate_series(1, $1) as at where "Email" = 'pt@demo.test'`,
    [crowd],
  );
  const times: number[] = [];
  for (let turn = 0; turn < crowds; turn += 1) {
    const all = Array.from({ length: crowd }, (_none, at) => `crowd${at + 1}@demo.test`);
    times.push(
      ...(await Promise.all(all.map((email) => signIn(clinic, { email, password: demoPassword, expected: 200 })))),
    );
  }
  assertAll('sign-ins at once', times.length, crowd * crowds);
  return [...(await benchSignIn(clinic)), tailFigure(`${crowd} sign-ins at once`, 'ms', times, 5_000)];
}

type Tries = { password: string; expected: number; rounds: number };

async function signIns(clinic: Clinic, { rounds: count, ...given }: Tries): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    // Few tries each, so that no account is locked.
    const email = `${given.expected === 200 ? 'pt' : `nobody${round}`}@demo.test`;
    times.push(await signIn(clinic, { ...given, email }));
  }
  return times;
}

type Try = { email: string; password: string; expected: number };

async function signIn(clinic: Clinic, { email, password, expected }: Try): Promise<number> {
  const begun = performance.now();
  const reply = await fetch(`${clinic.url}/api/session/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await reply.arrayBuffer();
  const took = performance.now() - begun;
  if (reply.status !== expected) throw new Error(`A sign-in was answered with ${reply.status}.`);
  return took;
}
