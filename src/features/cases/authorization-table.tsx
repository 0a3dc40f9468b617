import { showDate } from '#contract/base/dates.ts';
import { counted } from '#contract/cases/authorization-names.ts';
import { warningWords } from '#contract/cases/authorization-words.ts';
import type { AuthorizationLine } from '#local/reads/care.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './cases.module.css';

const columnsOf = (isPartial: boolean): Column<AuthorizationLine>[] => [
  {
    key: 'number',
    title: 'Authorization',
    cell: ({ authorization, payer, use }) => (
      <span className={classes.two}>
        <span>{authorization.Number ?? 'No number yet'}</span>
        <span className={classes.hint}>{payer?.Name ?? 'Payer not on this device'}</span>
        {use.movable > 0 && (
          <span className={classes.hint}>{counted(authorization, use.movable)} can count on another</span>
        )}
      </span>
    ),
  },
  {
    key: 'days',
    title: 'Valid',
    secondary: true,
    cell: ({ authorization: { Start, End } }) => <Days from={Start} to={End} />,
  },
  { key: 'used', title: 'Used', align: 'end', width: 64, secondary: true, cell: (line) => usedOf(line, isPartial) },
  {
    key: 'booked',
    title: 'Booked',
    align: 'end',
    width: 72,
    secondary: true,
    cell: (line) => bookedOf(line, isPartial),
  },
  { key: 'left', title: 'Left', align: 'end', width: 88, cell: (line) => leftOf(line, isPartial) },
  { key: 'state', title: 'Status', width: 190, cell: (line) => <Warnings line={line} isPartial={isPartial} /> },
];

type Props = {
  label: string;
  lines: readonly AuthorizationLine[];
  /** Visits may be hidden from who looks. */
  isPartial: boolean;
  onOpen?: (line: AuthorizationLine) => void;
};

export function AuthorizationTable({ label, lines, isPartial, onOpen }: Props) {
  return (
    <DataTable
      label={label}
      columns={columnsOf(isPartial)}
      rows={lines}
      rowKey={({ authorization }) => authorization.AuthorizationId}
      {...(onOpen && { onOpen })}
      empty={
        <EmptyState compact title="No authorizations">
          Add what the payer allows. Visits count against it.
        </EmptyState>
      }
    />
  );
}

function usedOf({ authorization, use }: AuthorizationLine, isPartial: boolean): string {
  return authorization.Kind === 'dates' ? '-' : orMore(use.used, isPartial);
}

function bookedOf({ authorization, use }: AuthorizationLine, isPartial: boolean): string {
  return orMore(authorization.Kind === 'units' ? use.booked.units : use.booked.visits, isPartial);
}

function orMore(count: number, isPartial: boolean): string {
  return isPartial ? `${count} or more` : String(count);
}

/** `5 of 12`, or a dash where nothing is counted. What is used up is so whatever else was used. */
function leftOf({ authorization, use }: AuthorizationLine, isPartial: boolean) {
  const left = Math.max(0, use.left ?? 0);
  const words = use.left === null ? '-' : `${left} of ${authorization.Allowed}`;
  return <span className={classes.count}>{isPartial && left > 0 ? `${words} or fewer` : words}</span>;
}

type WarningsProps = { line: AuthorizationLine; isPartial: boolean };

function Warnings({ line: { authorization, use }, isPartial }: WarningsProps) {
  const warnings = warningWords(authorization, use, isPartial);
  if (warnings.length === 0) return <MeaningBadge meaning="done">Approved</MeaningBadge>;
  return (
    <span className={classes.badges}>
      {warnings.map(({ code, severity, words }) => (
        <MeaningBadge key={code} meaning={severity}>
          {words}
        </MeaningBadge>
      ))}
    </span>
  );
}

export function Days({ from, to }: { from: string | null; to: string | null }) {
  if (from === null && to === null) return '-';
  return (
    <span className={classes.days}>
      {showDate(from)} <span className={classes.days}>to {showDate(to)}</span>
    </span>
  );
}
