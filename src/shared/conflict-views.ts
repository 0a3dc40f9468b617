import type { ComponentType } from 'react';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { FormAt, TypedKind } from '#local/drafts/unsaved-drafts.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';

type Input = ParkedCall['input'];
type Awaitable<T> = T | Promise<T>;
/** A refused call, and the visit it is about where this device knows that. */
export type Conflict = { call: ParkedCall; visit: Visit | undefined };
/** A refused call as it is sent again. */
export type FreshCall = Pick<ParkedCall, 'input' | 'base'>;
/** A way on: its button, the call it sends, and which of the calls that were held back go with it. */
export type Way = { label: string; again: FreshCall; held: readonly ParkedCall[] };
/** Where a conflict is looked at; `isMain`: that is where it is decided. */
export type ConflictLink = { label: string; path: string; isMain?: true };
export type ResendProps = { call: ParkedCall; onDone: () => void };

/** How a call of the outbox is shown while it waits, and what a person can do once it is refused. */
export type ConflictView = {
  /** What it does, in the clinic's words. */
  title: string | ((input: Input) => string);
  /** In short, which part of it; by default the fields it changes. */
  detail?: (input: Input) => string | null;
  /** What it would have done against what is there now; null, the default: what the refusal came with. */
  diff?: (call: ParkedCall, visit: Visit | undefined) => Awaitable<FieldDiff[] | null>;
  /** What its side of the diff is called; by default 'Your change'. */
  mine?: string;
  note?: (conflict: Conflict) => string | null;
  /** The call after a change elsewhere, by somebody who has seen that. */
  fresh?: (call: ParkedCall) => Awaitable<FreshCall>;
  /** In place of `again`, which sends it and all that was held back. */
  ways?: (again: Way, conflict: Conflict, setup: Setup) => Awaitable<Way[]>;
  link?: (conflict: Conflict) => ConflictLink | null;
  /** Its text, where that could only be discarded. */
  copy?: (conflict: Conflict) => string | null;
  /** Corrects it as it was typed. */
  ResendForm?: ComponentType<ResendProps>;
};

export type ConflictViews = Readonly<Record<QueueableName, ConflictView>>;

/** What a form that was left half-filled is called, and where it opens unless its key or its patient says so. */
export type DraftView = { what: string; open: string; path?: string; listsFields?: true };
/** A form by its kind; those of the clinic's own screens by their name. */
export type DraftName = Exclude<TypedKind, 'at' | 'record'> | FormAt;
export type DraftViews = Readonly<Record<DraftName, DraftView>>;

export type ChangeViews = { conflictViews: ConflictViews; draftViews: DraftViews };

let load: () => Promise<ChangeViews>;

/** The app, which knows all features, says so before anything is shown. */
export function equipChangeViews(from: () => Promise<ChangeViews>): void {
  load = from;
}

export function changeViews(): Promise<ChangeViews> {
  return load();
}
