import { ageOn, showDate, showTime } from '#contract/base/dates.ts';
import { showMoney } from '#contract/base/money.ts';
import { showName } from '#contract/base/text.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import type { AuthorizationUse } from '#contract/cases/authorization-use.ts';
import { covers } from '#contract/scheduling/coverage.ts';
import type { RundownLine } from '#local/reads/print-day.ts';
import sheets from '#shared/print/print.module.css';
import classes from './printing.module.css';

type Props = { lines: readonly RundownLine[]; seesBalance: boolean };

/** Who comes, for what, and what is to be thought of: authorization, plan of care, alerts, what is owed, what is next. */
export function RundownTable({ lines, seesBalance }: Props) {
  return (
    <table className={sheets.grid}>
      <thead>
        <tr>
          <th className={sheets.time}>Time</th>
          <th className={classes.who}>Patient</th>
          <th>Case</th>
          <th>Watch for</th>
          <th>Next visit{seesBalance && ', balance'}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.visit.VisitId} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ line }: { line: RundownLine }) {
  const { visit, patient, case: of, next, owes } = line;
  const day = visit.Start.slice(0, 10);
  return (
    <tr>
      <td>{showTime(visit.Start)}</td>
      <td>
        {patient ? showName(patient) : 'Not on this device'}
        {patient && (
          <>
            <br />
            {showDate(patient.DateOfBirth)}, age {ageOn(patient.DateOfBirth, day)}
          </>
        )}
        <br />
        {visit.VisitTypeName}
      </td>
      <td>
        {of ? `${of.Title} (${of.Discipline})` : 'Not on this device'}
        {of && of.Diagnoses.length > 0 && (
          <>
            <br />
            {of.Diagnoses.map(({ Code }) => Code).join(', ')}
          </>
        )}
      </td>
      <td>
        <ul className={classes.facts}>
          {factsOf(line).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </td>
      <td>
        {next ? `${showDate(next.Start)} ${showTime(next.Start)}` : 'None booked'}
        {owes !== null && owes !== 0 && (
          <>
            <br />
            Owes {showMoney(owes)}
          </>
        )}
      </td>
    </tr>
  );
}

function factsOf({ visit, patient, case: of, care }: RundownLine): string[] {
  const day = visit.Start.slice(0, 10);
  const held = care?.authorizations.filter(({ authorization }) => covers(authorization, day)) ?? [];
  return [
    ...(patient?.alerts ?? []),
    ...(of?.PlanOfCareEnd
      ? [`Plan of care ${of.PlanOfCareEnd < day ? 'ended' : 'ends'} ${showDate(of.PlanOfCareEnd)}`]
      : []),
    ...held.map(({ authorization, use }) => authorizationWords(authorization, use, care?.isPartial ?? false)),
    ...(visit.intakeIncomplete ? ['Intake not complete'] : []),
    ...(visit.SchedulingNote ? [visit.SchedulingNote] : []),
  ];
}

function authorizationWords(
  { Kind, Allowed, Status, End }: Authorization,
  { used }: AuthorizationUse,
  isPartial: boolean,
): string {
  if (Status !== 'approved') return `Authorization not approved: ${Status}`;
  const counted =
    Allowed === null
      ? 'Authorization'
      : `Authorization ${isPartial ? 'at least ' : ''}${used} of ${Allowed} ${Kind} used`;
  return End ? `${counted}, until ${showDate(End)}` : counted;
}
