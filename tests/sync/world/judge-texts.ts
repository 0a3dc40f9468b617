import { lineIn, named, type Audit, type Case, type Row } from './judge-case.ts';

/** Every text that was typed is in the note's history or still kept; none went over one its writer had not seen. */
export function textFaults(cases: Case[], audits: Audit[]): string[] {
  const faults: string[] = [];
  const notes = audits.filter((each) => each.entity === 'visitNotes');
  const saves = cases.filter((one) => one.asked.name === 'documentation.save');
  for (const one of saves) {
    const isRefusedAndGone = one.outcome?.status === 'parked' && one.asked.mayBeGone;
    if (one.asked.state === 'open' && !one.kept && (!one.outcome || isRefusedAndGone)) continue;
    const changes = one.asked.input['changes'] as Record<string, string>;
    for (const [section, text] of Object.entries(changes)) {
      const isKept =
        one.kept || notes.some((each) => each.pk === one.asked.input['VisitId'] && sectionsIn(each)[section] === text);
      const isAgain =
        one.asked.decided === 'resent' &&
        saves.some((other) => other !== one && JSON.stringify(other.asked.input) === JSON.stringify(one.asked.input));
      if (!isKept && !isAgain && one.asked.decided !== 'discarded')
        faults.push(`text lost: ${named(one)} ${section} ${text}`);
    }
  }
  for (const [, history] of Map.groupBy(notes, (each) => each.pk))
    for (const [at, entry] of history.entries()) faults.push(...overwriteFaults(saves, history[at - 1], entry));
  return faults;
}

function overwriteFaults(saves: Case[], before: Audit | undefined, after: Audit): string[] {
  if (after.device === null) return [];
  return ['Subjective', 'Objective', 'Assessment', 'Plan'].flatMap((section) => {
    const was = sectionsIn(before)[section] ?? '';
    const is = sectionsIn(after)[section] ?? '';
    if (was === is || was === '') return [];
    const writers = saves.filter((one) => (one.asked.input['changes'] as Row)[section] === is);
    const isSeen = writers.some((one) => (one.asked.base[section] ?? '') === was);
    return isSeen ? [] : [`overwritten unseen: ${String(was)} by ${String(is)}`];
  });
}

function sectionsIn(entry: Audit | undefined): Record<string, unknown> {
  return (entry?.detail['Sections'] ?? {}) as Record<string, unknown>;
}

/** No service was changed or taken out by somebody who had not seen it as it was. */
export function chargeFaults(cases: Case[], audits: Audit[]): string[] {
  const saves = cases.filter((one) => one.asked.name === 'charges.save');
  const faults: string[] = [];
  for (const [ServiceId, history] of Map.groupBy(
    audits.filter((each) => each.entity === 'services'),
    (each) => each.pk,
  )) {
    let was: Row | undefined;
    for (const { action, device, detail } of history) {
      const is = action === 'delete' ? undefined : detail;
      const writers = saves.filter((one) => one.asked.DeviceId === device);
      const isChanged = was && device !== null && amountOf(was) !== amountOf(is);
      const isSeen = writers.some(
        ({ asked }) =>
          amountOf(lineIn(asked.base, ServiceId)) === amountOf(was) &&
          amountOf(lineIn(asked.input, ServiceId)) === amountOf(is),
      );
      if (isChanged && !isSeen) faults.push(`charges overwritten unseen: service ${ServiceId} of ${device}`);
      was = is;
    }
  }
  return faults;
}

function amountOf(line: Row | undefined): string {
  return line ? JSON.stringify([line['CPT_Code'], line['Minutes'], line['Count'] ?? null]) : 'none';
}
