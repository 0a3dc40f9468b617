type Option = { value: string; label: string };

/** Adds the current choice where it is no longer offered. */
export function withKept(offered: Option[], kept: Option | null | ''): Option[] {
  return kept && !offered.some(({ value }) => value === kept.value) ? [kept, ...offered] : offered;
}
