/** A label and what it says. */
export type Fact = { label: string; words: string };

/** Rows of texts under the names of their columns, each row as long as these. */
export type NoteTable = { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** A picture of outlines and of dots on them, in units of its size; `words` say what it shows. */
export type Drawing = {
  caption: string;
  words: string;
  width: number;
  height: number;
  outlines: readonly (readonly (readonly [x: number, y: number])[])[];
  dots: readonly { x: number; y: number }[];
  /** Lines that are not closed, such as those of a signature. */
  lines?: readonly (readonly (readonly [x: number, y: number])[])[];
};

/** One part of a document, from top to bottom; texts keep their line breaks and hold no markup. */
export type Block =
  | { is: 'facts'; facts: readonly Fact[] }
  | { is: 'section'; title: string; text: string }
  | { is: 'table'; table: NoteTable }
  /** Pictures side by side, which a table below tells in words. */
  | { is: 'drawings'; title: string; drawings: readonly Drawing[] }
  /** Begins an addendum, which stands below the note that it is added to. */
  | { is: 'addendum'; title: string }
  /** Electronic signatures, a line each. */
  | { is: 'signatures'; lines: readonly string[] }
  /** What a reader must not miss, such as that it is not signed. */
  | { is: 'notice'; text: string };

/** A note as it goes on paper, whoever prints it: the browser or the server. */
export type NoteDocument = {
  /** `Daily note, Discharge note` */
  title: string;
  /** The facility, and below it where it is and its phone. */
  letterhead: { name: string; lines: readonly string[] };
  /** On every page: whose it is. */
  patient: string;
  /** On every page, where the note is no whole record yet: `Not signed`. */
  mark: string | null;
  /** Who, when, of what. */
  about: readonly Fact[];
  blocks: readonly Block[];
};
