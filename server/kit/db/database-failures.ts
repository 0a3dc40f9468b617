import { AppError } from '#contract/base/errors.ts';

/** PostgreSQL's five-character code of an error, or Node's name of a failed system call. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The same transaction may well succeed when run again at once: serialization failure or deadlock. */
export function isWorthRepeating(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** The connection is gone; whether what was sent took effect is not known. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08...|57P0[1-5])$/.test(code)) return true;
  if (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].includes(
      code,
    )
  ) {
    return error instanceof Error && 'syscall' in error;
  }
  return (
    error instanceof Error &&
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/.test(
      error.message,
    )
  );
}

/** The database is there but has no room or time just now. */
export function isOverload(error: unknown): boolean {
  return /^(53...|55P03|57014|25P0[34])$/.test(codeOf(error));
}

/** It was ended because it took too long: too much is being done, or this takes too long in any case. */
export function isOutOfTime(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** A value that no column can hold: NUL in a text, half a surrogate pair, a day or a number that PostgreSQL does not know. */
function isUnstorable(error: unknown): boolean {
  return ['22003', '22007', '22008', '22021', '22P02', '22P05'].includes(codeOf(error));
}

/** A row outside the caller's facilities or providers (migration 0046). Other refusals of this code are faults of ours. */
function isOutOfScope(error: unknown): boolean {
  return codeOf(error) === '42501' && error instanceof Error && /"scope_on_(write|change)"/.test(error.message);
}

/** Trouble that passes becomes a refusal to try again, a value that cannot be stored one for good; every other error stays what it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isUnstorable(error)) {
    return new AppError('invalid', 'Some of the values can’t be stored. Nothing was changed.');
  }
  if (isOutOfScope(error)) {
    return new AppError(
      'no-permission',
      'This belongs to a facility or a provider you don’t have access to. Nothing was changed.',
    );
  }
  if (isLostConnection(error)) {
    return new AppError(
      'unavailable',
      'The database can’t be reached right now. Your change may not have been saved. Try again in a moment.',
      { retryAfter: 3 },
    );
  }
  if (isOverload(error) || isWorthRepeating(error)) {
    return new AppError(
      'unavailable',
      'The server is busy and could not finish this. Nothing was changed. Try again in a moment.',
      { retryAfter: 2 },
    );
  }
  return error;
}
