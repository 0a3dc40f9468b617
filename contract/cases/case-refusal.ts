type Dates = Readonly<Record<'OnsetDate' | 'PlanOfCareStart' | 'PlanOfCareEnd', string | null>> & {
  StartDate: string;
  DischargedAt?: string | null;
};

/** What cannot be of a case as a whole: one sentence by field, empty where all is well. */
export function caseRefusals(of: Dates): Partial<Record<keyof Dates, string>> {
  const refusals: Partial<Record<keyof Dates, string>> = {};
  if (of.OnsetDate !== null && of.OnsetDate > of.StartDate)
    refusals.OnsetDate = 'The onset cannot be after the start of the case.';
  if (of.PlanOfCareStart !== null && of.PlanOfCareEnd !== null && of.PlanOfCareEnd < of.PlanOfCareStart)
    refusals.PlanOfCareEnd = 'The plan of care cannot end before it begins.';
  if (of.DischargedAt && of.StartDate > of.DischargedAt)
    refusals.StartDate = 'The case cannot begin after its discharge.';
  return refusals;
}

/** Why a case cannot be discharged on a day, or null. */
export function dischargeRefusal(of: Pick<Dates, 'StartDate'>, day: string, today: string): string | null {
  if (day < of.StartDate) return 'The discharge cannot be before the start of the case.';
  return day > today ? 'The discharge cannot be in the future.' : null;
}
