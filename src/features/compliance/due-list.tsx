import { Button } from '@mantine/core';
import { showName } from '#contract/base/text.ts';
import type { Clock } from '#contract/compliance/clock.ts';
import { fixPlace } from '#contract/compliance/fix-places.ts';
import { worstState } from '#contract/compliance/ribbon.ts';
import type { CountedListKey } from '#contract/compliance/who-fixes.ts';
import { countedDays, type DueCase } from '#local/reads/due-cases.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { dueLists } from './due-lists.ts';
import { stateLooks } from './state-looks.ts';
import { useFixer } from './use-fixer.ts';
import lined from '#shared/ui/lines/lines.module.css';
import classes from './due-list.module.css';

type Line = { of: DueCase; clock: Clock };
type Props = {
  list: CountedListKey;
  cases: DueCase[] | 'failed' | undefined;
  onClose: () => void;
  onNavigate: (path: string) => void;
};

/** The cases behind a count, the gravest first, each with the way to where it is mended; below them what nobody can tell. */
export function DueList({ list: key, cases, onClose, onNavigate }: Props) {
  const { isMine } = useFixer();
  const words = dueLists.find((one) => one.key === key);
  const lines = (which: 'due' | 'unknown'): Line[] =>
    Array.isArray(cases)
      ? cases.flatMap((of) => {
          const clock = of[which][key];
          return clock && isMine(clock) ? [{ of, clock }] : [];
        })
      : [];
  const due = lines('due').toSorted(byGravity);
  const unknown = lines('unknown').toSorted(byName);
  const apart = useToldApart([...due, ...unknown].map(({ of }) => of.patient));
  return (
    <SideDrawer opened onClose={onClose} title={`${words?.title} (${due.length})`} size={520}>
      <p className={classes.explained}>
        Cases with a visit within {countedDays} days on this device, for the providers chosen above.
      </p>
      {cases === undefined && <LoadingSkeleton label="Counting the cases" rows={6} />}
      {cases === 'failed' && (
        <ErrorState title="The list could not be loaded">
          Your work is kept on this device. Reload the page to try again.
        </ErrorState>
      )}
      {Array.isArray(cases) && due.length === 0 && (
        <EmptyState title={unknown.length === 0 ? (words?.empty ?? '') : 'Nothing known is due'} compact />
      )}
      <Lines lines={due} apart={apart} label={words?.title ?? ''} onNavigate={onNavigate} />
      {unknown.length > 0 && (
        <section aria-label="Not known">
          <h3 className={classes.group}>Not known ({unknown.length})</h3>
          <Lines lines={unknown} apart={apart} label="Not known" onNavigate={onNavigate} />
        </section>
      )}
    </SideDrawer>
  );
}

type LinesProps = {
  lines: readonly Line[];
  /** What tells those of one name apart, by PatientId. */
  apart: ReadonlyMap<string, string>;
  label: string;
  onNavigate: Props['onNavigate'];
};

function Lines({ lines, apart, label, onNavigate }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <ul className={lined.list} aria-label={label}>
      {lines.map(({ of, clock }) => {
        const look = stateLooks[clock.state];
        const name = nameOf(of);
        const facts = apart.get(of.case.PatientId);
        const href = hrefOf(of, clock);
        return (
          <li key={of.case.CaseId} className={lined.line}>
            <div className={lined.text}>
              <a
                className={classes.name}
                href={`/patients/${of.case.PatientId}`}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onNavigate(`/patients/${of.case.PatientId}`);
                }}
              >
                {name}
              </a>{' '}
              <span className={classes.case}>· {of.case.Title}</span>
              {facts && <p className={lined.quiet}>{facts}</p>}
              <p className={lined.quiet}>{clock.sentence}</p>
            </div>
            <MeaningBadge meaning={look.meaning} icon={look.icon} quiet>
              {look.word}
            </MeaningBadge>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${clock.fix?.label ?? 'Open chart'}: ${[name, facts].filter(Boolean).join(', ')}`}
              onClick={() => onNavigate(href)}
            >
              {clock.fix?.label ?? 'Open chart'}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The place in the chart where it is mended. */
function hrefOf({ case: { PatientId }, facts }: DueCase, clock: Clock): string {
  const place = fixPlace(clock, facts);
  if ('visit' in place) return `/patients/${PatientId}?visit=${place.visit}`;
  return place.tab === 'overview' ? `/patients/${PatientId}` : `/patients/${PatientId}?tab=${place.tab}`;
}

function nameOf({ patient }: DueCase): string {
  return patient ? showName(patient) : 'Name not on this device yet';
}

function byName(a: Line, b: Line): number {
  return nameOf(a.of).localeCompare(nameOf(b.of)) || a.of.case.CaseId.localeCompare(b.of.case.CaseId);
}

function byGravity(a: Line, b: Line): number {
  if (a.clock.state !== b.clock.state) return worstState([a.clock, b.clock]) === a.clock.state ? -1 : 1;
  return (a.clock.dueOn ?? '9999').localeCompare(b.clock.dueOn ?? '9999') || byName(a, b);
}
