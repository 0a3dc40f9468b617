import { addDays, showDate } from '#contract/base/dates.ts';
import { warnAt } from '#contract/cases/authorization-use.ts';
import { scriptName, type ScriptLine } from '#local/reads/care.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { Days } from './authorization-table.tsx';

type Props = {
  label: string;
  lines: readonly ScriptLine[];
  today: string;
  /** Visits may be hidden from who looks. */
  isPartial: boolean;
  onOpen?: (line: ScriptLine) => void;
};

export function ScriptTable({ label, lines, today, isPartial, onOpen }: Props) {
  return (
    <DataTable
      label={label}
      columns={columnsOn(today, isPartial)}
      rows={lines}
      rowKey={({ script }) => script.ScriptId}
      {...(onOpen && { onOpen })}
      empty={
        <EmptyState compact title="No scripts">
          Add the referring provider’s order if the payer or state needs one.
        </EmptyState>
      }
    />
  );
}

function columnsOn(today: string, isPartial: boolean): Column<ScriptLine>[] {
  return [
    { key: 'who', title: 'Ordered by', cell: scriptName },
    {
      key: 'days',
      title: 'Valid',
      secondary: true,
      cell: ({ script: { Start, End } }) => <Days from={Start} to={End} />,
    },
    {
      key: 'visits',
      title: 'Visits',
      align: 'end',
      width: 96,
      cell: ({ script, visits }) => {
        const words = isPartial ? `${visits} or more` : String(visits);
        return script.Visits === null ? words : `${words} of ${script.Visits}`;
      },
    },
    {
      key: 'state',
      title: 'Status',
      width: 190,
      cell: (line) => <State line={line} today={today} isPartial={isPartial} />,
    },
  ];
}

type StateProps = { line: ScriptLine; today: string; isPartial: boolean };

function State({ line: { script, visits }, today, isPartial }: StateProps) {
  const { Start, End, Visits } = script;
  if (End !== null && End < today) return <MeaningBadge meaning="danger">Expired {showDate(End)}</MeaningBadge>;
  if (Start !== null && Start > today) return <MeaningBadge meaning="needs">Begins {showDate(Start)}</MeaningBadge>;
  if (Visits !== null && visits > Visits)
    return (
      <MeaningBadge meaning="danger">
        {isPartial && 'At least '}
        {visits - Visits} more than ordered
      </MeaningBadge>
    );
  if (End !== null && End <= addDays(today, warnAt.days))
    return <MeaningBadge meaning="needs">Ends {showDate(End)}</MeaningBadge>;
  return <MeaningBadge meaning="done">Valid</MeaningBadge>;
}
