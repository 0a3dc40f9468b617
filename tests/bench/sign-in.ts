import { demoPassword, type Clinic } from '../clinic.ts';
import { tailFigure, type Figure } from './measure.ts';

const rounds = 50;
/** Fewer than lock an address. */
const wrongRounds = 8;

/** POST /session/login from the request to the token, with the right password and with a wrong one. */
export async function benchSignIn(clinic: Clinic): Promise<Figure[]> {
  const right = await signIns(clinic, { password: demoPassword, expected: 200, rounds });
  const wrong = await signIns(clinic, { password: `${demoPassword}!`, expected: 401, rounds: wrongRounds });
  return [tailFigure('sign-in', 'ms', right, 600), tailFigure('sign-in with a wrong password', 'ms', wrong, 600)];
}

type Tries = { password: string; expected: number; rounds: number };

async function signIns(clinic: Clinic, { password, expected, rounds: count }: Tries): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    // Few tries each, so that no account is locked.
    const email = `${expected === 200 ? 'pt' : `nobody${round}`}@demo.test`;
    const begun = performance.now();
    const reply = await fetch(`${clinic.url}/api/session/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    times.push(performance.now() - begun);
    if (reply.status !== expected) throw new Error(`A sign-in was answered with ${reply.status}.`);
  }
  return times;
}
