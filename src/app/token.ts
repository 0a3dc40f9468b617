import { AppError } from '#contract/base/errors.ts';
import type { Session } from '#contract/session/current-user.ts';
import { call } from '#shared/api.ts';

type TokenListener = (session: Session) => void;

let token: string | null = null;
let site: string | null = null;
let underway: Promise<'fresh' | 'away' | 'over'> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let listener: TokenListener = () => undefined;
let ended: () => void = () => undefined;

export function currentToken(): string | null {
  return token;
}

/** The site the token is for. */
export function currentSite(): string | null {
  return site;
}

/** Hears every new token, and that the session is over for good. */
export function onToken(hear: TokenListener, hearEnd: () => void): void {
  listener = hear;
  ended = hearEnd;
}

/** Takes a token and has it renewed well before it ends. */
export function takeToken(session: Session): void {
  token = session.token;
  site = session.site;
  clearTimeout(timer);
  timer = setTimeout(() => void refreshToken(), session.expiresIn * 0.8);
  listener(session);
}

export function forgetToken(): void {
  token = null;
  site = null;
  clearTimeout(timer);
}

/** One refresh at a time, however many calls want it: a cookie used twice would end the session. */
export function refreshToken(): Promise<'fresh' | 'away' | 'over'> {
  underway ??= refresh().finally(() => {
    underway = null;
  });
  return underway;
}

async function refresh(): Promise<'fresh' | 'away' | 'over'> {
  try {
    takeToken(await call('session.refresh', {}, { byCaller: true }));
    return 'fresh';
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'signed-out') return 'away';
    forgetToken();
    ended();
    return 'over';
  }
}
