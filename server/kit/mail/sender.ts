import type { Database } from '../db/database.ts';
import { pollLoop, type Rounds } from '#server/kit/rounds.ts';
import { siteAlone } from '../auth/sessions.ts';
import type { Carrier } from './smtp.ts';
import { claimMail, settleMail, type ClaimedMail, type Outcome } from './spool.ts';

/** With ever longer waits, at most an hour, this is about a day. */
const mostTries = 30;
/**
 * Sends what waits, one after the other. A mail is claimed before it is sent and settled afterwards, each in a
 * transaction of its own: whoever dies in between leaves it claimed, and it is tried again when the claim has run out.
 */
export function keepSending(database: Database, carry: Carrier, told: { failed(): void }): Rounds {
  return pollLoop(({ isStopped }) => sendDue(database, carry, isStopped), told);
}

async function sendDue(database: Database, carry: Carrier, isStopped: () => boolean): Promise<void> {
  const due = await database.outside((tx) => tx.rows<{ site: string }>('select sites_with_mail_due() as site'));
  for (const { site } of due) {
    for (;;) {
      if (isStopped()) return;
      const mail = await database.tx(siteAlone(site), (tx) => claimMail(tx, site));
      if (!mail) break;
      const { isAway = false, ...outcome } = await tryOnce(mail, carry);
      await database.tx(siteAlone(site), (tx) => settleMail(tx, mail, outcome));
      if (isAway) return;
    }
  }
}

async function tryOnce(mail: ClaimedMail, carry: Carrier): Promise<Outcome & { isAway?: true }> {
  // Also when it was a crash that ended each try before.
  const outcome: Outcome & { isAway?: true } = mail.tries > mostTries ? gaveUp : await carry(mail);
  return outcome.state === 'waiting' && mail.tries >= mostTries ? gaveUp : outcome;
}

const gaveUp: Outcome = {
  state: 'failed',
  problem: 'The mail server did not accept it within a day. Send the link again.',
};
