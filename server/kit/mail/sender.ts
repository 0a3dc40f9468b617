import type { Database } from '#server/kit/database.ts';
import { siteAlone } from '#server/kit/sessions.ts';
import type { Carrier } from './smtp.ts';
import { claimMail, settleMail, type ClaimedMail, type Outcome } from './spool.ts';

/** For what fell due meanwhile, and should a word of new mail have been missed. */
const everyMs = 15_000;
/** With ever longer waits, at most an hour, this is about a day. */
const mostTries = 30;
/** At the end of the process a mail on its way gets so long; later it is tried again under the same Message-ID. */
const lastMs = 10_000;

export type Sender = { wake(): void; stop(): Promise<void> };

/**
 * Sends what waits, one after the other. A mail is claimed before it is sent and settled afterwards, each in a
 * transaction of its own: whoever dies in between leaves it claimed, and it is tried again when the claim has run out.
 */
export function keepSending(database: Database, carry: Carrier, told: { failed(): void }): Sender {
  let isStopped = false;
  let isWoken = false;
  let running: Promise<void> | undefined;
  let isFailing = false;

  const rounds = async () => {
    while (isWoken && !isStopped) {
      isWoken = false;
      try {
        await sendDue(database, carry, () => isStopped);
        isFailing = false;
      } catch {
        if (!isFailing) told.failed();
        isFailing = true;
      }
    }
    running = undefined;
  };
  const wake = () => {
    isWoken = true;
    running ??= rounds();
  };
  const timer = setInterval(wake, everyMs).unref();
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const alarm = setTimeout(resolve, lastMs);
      await Promise.race([running, late]);
      clearTimeout(alarm);
    },
  };
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
  problem: 'The mail server did not take it within a day. Send the link again.',
};
