import type { hepEndpoints } from '#contract/hep/endpoints.ts';
import { endpoint, type Refused } from '../kit/send.ts';
import { asPatient, subjectNow, subjectOf } from '../kit/session.ts';
import type { KeptProgram, Programs } from './kept-program.ts';

const logCall = endpoint<typeof hepEndpoints.log>('POST /hep/logs');
/** More go with the next call. */
const mostAtOnce = 200;
/** Another patient has logged in on this phone: what this one logged waits for them. */
const otherLogin: Refused = { status: 409, message: '' };

type Heard = { answered(kept: KeptProgram, refused: number): void };

/**
 * Sends what a patient logged, in their own login alone, under its ids until the server has it all: an entry that was
 * sent twice is one entry. Answers what stopped it; undefined where it is all sent, or another patient is logged in.
 */
export async function sendLogs(programs: Programs, of: KeptProgram, { answered }: Heard): Promise<Refused | undefined> {
  for (let kept = of; kept.unsent.length > 0;) {
    const logs = kept.unsent.slice(0, mostAtOnce);
    const { data, error } = await asPatient(async (token) =>
      subjectOf(token) === of.subject ? logCall({ logs }, { token }) : { error: otherLogin },
    );
    if (error) return error === otherLogin ? undefined : error;
    if (subjectNow() !== of.subject) return undefined;
    kept = await programs.change(of.subject, (was) => withAnswer(was ?? kept, data));
    answered(kept, data.refused.length);
  }
  return undefined;
}

function withAnswer(was: KeptProgram, { taken, refused }: { taken: string[]; refused: string[] }): KeptProgram {
  const gone = new Set<string>([...taken, ...refused]);
  const sent = was.unsent.filter(({ HomeProgramLogId: id }) => taken.includes(id));
  const known = new Set<string>(was.logs.map(({ HomeProgramLogId: id }) => id));
  return {
    ...was,
    logs: [...was.logs, ...sent.filter(({ HomeProgramLogId: id }) => !known.has(id))],
    unsent: was.unsent.filter(({ HomeProgramLogId: id }) => !gone.has(id)),
  };
}
