import { Select } from '@mantine/core';
import { showDate, showTime } from '#contract/base/dates.ts';
import { VisitId as VisitIdOf } from '#contract/base/ids.ts';
import { stageNames } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { withKept } from './kept-option.ts';
import type { TypedRequest } from './request-form.ts';
import type { RequestChoices } from './use-request-choices.ts';

const none = 'none';

/** The visit that goes once another time is confirmed. */
export function GivenUpVisit({
  choices: { visits, later, VisitId },
  onChange,
}: {
  choices: RequestChoices;
  onChange: (changes: Pick<TypedRequest, 'VisitId'>) => void;
}) {
  const offered = later.map((one) => ({ value: one.VisitId, label: visitWords(one) }));
  const chosen = VisitId && { value: VisitId, label: keptVisitWords(visits.find((one) => one.VisitId === VisitId)) };
  return (
    <Select
      label="Replaces a visit"
      description="It stays booked until another time is confirmed."
      allowDeselect={false}
      data={[{ value: none, label: 'No visit' }, ...withKept(offered, chosen)]}
      value={VisitId ?? none}
      onChange={(next) => onChange({ VisitId: next && next !== none ? VisitIdOf.parse(next) : null })}
    />
  );
}

function visitWords({ Start, VisitTypeName }: Visit): string {
  return `${showDate(Start.slice(0, 10))} ${showTime(Start)}, ${VisitTypeName}`;
}

function keptVisitWords(visit: Visit | undefined): string {
  return visit ? `${visitWords(visit)} (${stageNames[visit.stage]})` : 'Their visit (not on this device)';
}
