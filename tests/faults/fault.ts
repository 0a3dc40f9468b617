/** A slip that somebody could make, and the tests of the default run that must find it. */
export type Fault = {
  /** What goes wrong for the people who use Mainstay. */
  name: string;
  file: string;
  /** Source text that occurs exactly once in the file. */
  from: string;
  to: string;
  /** Test files for vitest, never for the browser; one or two fast ones. */
  tests: readonly string[];
};

/** The text of the fault's file with the fault in it. */
export function plant(text: string, { file, from, to }: Fault): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, and not once: ${from}`);
  return parts.join(to);
}
