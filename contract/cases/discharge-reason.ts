/** Why an episode ended, as the case keeps it. */
export const dischargeReasons = {
  goalsMet: 'Goals met',
  plateau: 'No further progress expected',
  patientChoice: 'Patient’s choice',
  stoppedComing: 'Stopped coming',
  coverage: 'Coverage ended',
  referred: 'Referred elsewhere',
  other: 'Other',
} as const;
export type DischargeReason = keyof typeof dischargeReasons;

function isReason(value: unknown): value is DischargeReason {
  return typeof value === 'string' && Object.hasOwn(dischargeReasons, value);
}

type Discharging = {
  NoteType: string;
  AlsoTypes: readonly string[];
  NoteDate: string;
  Elements: Readonly<Record<string, unknown>>;
};

/** What the latest of some notes that discharge says of why, or null: the element `dischargeReason` (chart.md 3). */
export function reasonInNotes(notes: readonly Discharging[]): DischargeReason | null {
  const told = notes
    .filter(({ NoteType, AlsoTypes }) => NoteType === 'discharge' || AlsoTypes.includes('discharge'))
    .toSorted((a, b) => b.NoteDate.localeCompare(a.NoteDate));
  return told.map(({ Elements }) => Elements['dischargeReason']).find(isReason) ?? null;
}

/**
 * The reason a case keeps of a discharge: the one given, else the one it has, else that of its notes; none while it is
 * open. `given` is undefined where no one chose one.
 */
export function keptReason(from: {
  DischargedAt: string | null;
  given: DischargeReason | null | undefined;
  had: DischargeReason | null;
  noted: DischargeReason | null;
}): DischargeReason | null {
  if (from.DischargedAt === null) return null;
  return from.given === undefined ? (from.had ?? from.noted) : from.given;
}

/**
 * The reason of a discharged case once a discharge note is signed, merged three-way: `proposed` is what the note said
 * when the case was discharged. What a person chose instead of that stays.
 */
export function reasonOnceSigned(from: {
  had: DischargeReason | null;
  proposed: DischargeReason | null;
  noted: DischargeReason;
}): DischargeReason | null {
  const { had, proposed, noted } = from;
  if (had === proposed) return noted;
  // No reason does not contradict one that the note gives only now.
  return had === null && noted !== proposed ? noted : had;
}

/** `Discharged 11/18/2026: Goals met` */
export function dischargedWords(day: string, reason: DischargeReason | null): string {
  return reason === null ? `Discharged ${day}` : `Discharged ${day}: ${dischargeReasons[reason]}`;
}
