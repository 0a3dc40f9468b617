import type { z } from 'zod';
import type { EndpointTable } from '#contract/base/endpoint.ts';
import type { ProviderType } from '#contract/providers/provider.ts';
import type { Outside } from './outside/outside.ts';
import type { SealingKeys } from './auth/sealed-text.ts';
import type { FileStore } from './files/file-store.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { TextKey } from './keys/text-key.ts';

/** One transaction with site, user and row scopes set. Rows come back as PostgreSQL's JSON sees them. */
export type Tx = {
  /** All rows of a query. */
  rows<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  /** The only row, or undefined. */
  maybe<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R | undefined>;
  /** How many rows a statement changed. */
  run(text: string, values?: unknown[]): Promise<number>;
  /** A statement whose outcome nobody waits for; the transaction, or the savepoint it is in, fails with it. */
  leave(text: string, values?: unknown[]): void;
  /** What `attempt` wrote is taken back when it throws; the transaction goes on. */
  savepoint<R>(attempt: () => Promise<R>): Promise<R>;
};

/** Who is calling, as the token and the database say. */
export type Caller = {
  site: string;
  UserId: string;
  name: string;
  can: string[];
  SuperUser: boolean;
  ProviderId: string | null;
  ProviderType: ProviderType | null;
  /** null sees every facility. */
  facilityIds: string[] | null;
  /** Whose visits they see; null sees every provider's. */
  providerIds: string[] | null;
  /** Sees the dashboard only until emergency access is given (spec 6): holds nothing but the right to ask for it. */
  isDashboardOnly?: true;
  /** Emergency access that lasts just now. */
  emergency?: { id: string; reason: string; startedAt: string; endsAt: string };
  device: string | null;
  /** Of the app that calls, as it says. */
  version?: string;
  /** Of the history that the device took up last, as it says. */
  epoch?: string;
  /** From where the call came, as the server sees it; not set for what it does by itself. */
  address?: string;
  /** The sign-in the call belongs to; not set for what the server does by itself. */
  SessionId?: string;
  /** Set when a superuser works in another site: where their user row is. */
  homeSite?: string;
};

/** What a handler gets besides its input. */
export type Ctx = {
  tx: Tx;
  caller: Caller;
  /** The moment the call began, on the server's clock. */
  now: Date;
  /** What each field held on the device when the user changed it; empty for direct calls. */
  base: Record<string, unknown>;
  newId(): string;
  services: Services;
};

/** What this process lends to every call. */
export type Services = {
  /** Every handler by feature and verb: a push runs the same commands as their own routes. */
  commands: { readonly [feature: string]: { readonly [verb: string]: (input: never, ctx: Ctx) => Promise<unknown> } };
  /** The services of other companies, each connected or not. */
  outside: Outside;
  /** Seals what only this server may read. */
  key: SealingKeys;
  /** Where people open this server. */
  publicUrl: string;
  /** Which share of the replies of many rows is held against the contract; every one unless said. */
  judgedReplies?: number;
  /** The content of files, encrypted. */
  files: FileStore;
  /** Signs where a device is in the history. */
  cookieKeys: KeyRing<TextKey>;
  /** Tells the operator of a fault of ours; never with the call's data. */
  report(fault: Record<string, string | number>): void;
};

/** One function per endpoint that is not mounted by hand; a missing one does not compile. */
export type Handlers<T extends EndpointTable> = {
  [V in keyof T as T[V] extends { byHand: true } ? never : V]: (
    input: z.output<T[V]['input']>,
    ctx: Ctx,
  ) => Promise<z.input<T[V]['reply']>>;
};
