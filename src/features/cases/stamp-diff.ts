import { StampKind, StampVia } from '#contract/cases/plan-stamp.ts';
import { stampNames, viaNames } from '#contract/cases/plan-stamps.ts';
import { showDate } from '#contract/base/dates.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';

type Input = Readonly<Record<string, unknown>>;

/** `Plan of care: sent` */
export function stampTitle({ Kind }: Input): string {
  const kind = StampKind.safeParse(Kind).data;
  return kind ? `Plan of care: ${stampNames[kind].toLowerCase()}` : 'Plan of care';
}

/** All that it says; nothing stands against it. */
export function stampDiff({ input }: ParkedCall): FieldDiff[] {
  const dayOf = (day: unknown) => (typeof day === 'string' ? showDate(day) : '');
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const via = StampVia.safeParse(input['Via']).data;
  const lines = [
    { name: 'On', mine: dayOf(input['On']), now: '' },
    { name: 'By', mine: textOf(input['By']), now: '' },
    { name: 'Via', mine: via ? viaNames[via] : '', now: '' },
    { name: 'Until', mine: dayOf(input['LimitedTo']), now: '' },
    { name: 'Reason', mine: textOf(input['Reason']), now: '' },
  ];
  return lines.filter(({ mine }) => mine !== '');
}
