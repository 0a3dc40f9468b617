import { addressOf, oneClickPath } from '#server/kit/messages/addresses.ts';
import type { MailSettings } from './settings.ts';
import type { ClaimedMail, Outcome } from './spool.ts';

/** Gives one mail to a server. `isAway`: the next one would fare no better just now. */
export type Carrier = (mail: ClaimedMail) => Promise<Outcome & { isAway?: true }>;

const connectMs = 10_000;
/** Without a word from the server. */
const silentMs = 30_000;
/** However often it says a word. Well below what a claim lasts. */
const wholeMs = 120_000;

export function smtpCarrier(settings: MailSettings): Carrier {
  return async (mail) => {
    const { default: nodemailer } = await import('nodemailer');
    const transport = nodemailer.createTransport(transportOptions(settings));
    // Closed under its feet, nodemailer reports a lost connection.
    const late = setTimeout(() => transport.close(), wholeMs);
    try {
      await transport.sendMail({
        from: settings.from,
        to: { name: '', address: mail.to },
        envelope: { from: settings.from.address, to: [mail.to] },
        subject: mail.subject,
        text: mail.body,
        messageId: mail.MessageId,
        headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(mail) },
      });
      return { state: 'sent' };
    } catch (error) {
      return outcomeOf(error as SmtpFailure);
    } finally {
      clearTimeout(late);
      transport.close();
    }
  };
}

/** What mail programs offer as 'Unsubscribe' beside the sender (RFC 8058). */
function oneClick({ unsubscribe }: ClaimedMail): Record<string, string> {
  if (unsubscribe === null) return {};
  const address = addressOf(unsubscribe.replace(/^\/s\//, `/api${oneClickPath}`));
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** TLS with a valid certificate, unless the server is this very machine. */
export function transportOptions({ host, port, secure, isLoopback, user, pass }: MailSettings) {
  return {
    host,
    port,
    secure,
    requireTLS: !isLoopback && !secure,
    ignoreTLS: isLoopback && !secure,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    ...(user !== undefined && pass !== undefined && { auth: { user, pass } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  } as const;
}

type SmtpFailure = Error & { code?: string; command?: string; responseCode?: number };

/**
 * What a failure means (RFC 5321 4.2.1): 5xx about the recipient or the text is final; everything else may pass, and what
 * is wrong with our own account or sender is for the operator to mend. The server's own words may hold anything and are not kept.
 */
export function outcomeOf({ code, command, responseCode }: SmtpFailure): Outcome & { isAway?: true } {
  const isFinal = responseCode !== undefined && responseCode >= 500;
  if (isFinal && command === 'RCPT TO')
    return {
      state: 'failed',
      problem: `The mail server rejected this address (${responseCode}). Correct it, then send the link again.`,
    };
  if (isFinal && command === 'DATA')
    return { state: 'failed', problem: `The mail server rejected this email (${responseCode}).` };
  if (responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA'))
    return { state: 'waiting', problem: `The mail server could not accept it yet (${responseCode}). ${again}` };
  return { state: 'waiting', problem: `${awaySentence(code, command)} ${again}`, isAway: true };
}

const again = 'Mainstay will try again.';

function awaySentence(code: string | undefined, command: string | undefined): string {
  if (code === 'EAUTH') return 'The mail server rejected Mainstay’s user and password.';
  if (command === 'MAIL FROM') return 'The mail server rejected Mainstay’s sender address.';
  if (code === 'ETLS' || command === 'STARTTLS')
    return 'There was no encrypted connection to the mail server, so nothing was sent.';
  return 'The mail server stopped answering.';
}
