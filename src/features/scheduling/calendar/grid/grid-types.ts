import type { Icon } from '@tabler/icons-react';

/** Wall minutes from midnight: a day of daylight saving keeps its wall times. */
export type Span = { start: number; end: number };

/** How a box stands out, always beside an icon and a word; `past` is settled, `away` will not take place. */
export type GridLook = 'planned' | 'sure' | 'here' | 'needs' | 'past' | 'away' | 'missed' | 'block';

export type GridEvent = Span & {
  id: string;
  title: string;
  /** What tells the patient from others of the name; empty for nearly all. */
  apart: string;
  /** The one thing of it that is drawn where room is short. */
  apartShort: string;
  detail: string;
  look: GridLook;
  icon: Icon;
  /** The status in the clinic's word. */
  word: string;
  /** What is told to those who listen beyond what is drawn: alerts, a change that waits. */
  more: string;
  /** Drawn beside the word: how many alerts there are, or that it waits to be sent. */
  mark: string;
  isFixed: boolean;
};

/** Hours in which nobody is booked without meaning to. */
export type GridBlock = Span & { kind: 'off' | 'holiday'; label: string };

/** A provider on a day. */
export type GridColumn = {
  key: string;
  title: string;
  /** Columns of one group stand under one heading: the day of a week. */
  group?: string;
  /** One quiet line under the title. */
  note: string;
  isToday: boolean;
  open: readonly Span[];
  blocks: readonly GridBlock[];
  events: readonly GridEvent[];
};

export type Slot = { column: string; start: number };

/** Where an event would stand. */
export type GridChange = Span & { id: string; from: string; column: string };

/** What speaks against it: `refused` cannot be dropped, `asks` is asked about, `told` is only told. */
export type GridIssue = { tone: 'refused' | 'asks' | 'told'; sentence: string };

/** An event in the hand, by pointer or by keys. */
export type Held = GridChange & { by: 'pointer' | 'keys'; event: GridEvent; issue: GridIssue | null };
