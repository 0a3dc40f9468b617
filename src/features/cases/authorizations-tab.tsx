import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { ReactNode } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { careOfPatient, type CareLine } from '#local/reads/care.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { AuthorizationTable } from './authorization-table.tsx';
import type { CaseDesk } from './case-desk.tsx';
import { ScriptTable } from './script-table.tsx';
import classes from './cases.module.css';

type Props = { PatientId: PatientId; desk: CaseDesk };

/** What payers allow and referring providers ordered, by case, with what is used, booked and left. */
export function AuthorizationsTab({ PatientId, desk }: Props) {
  const today = useClinicToday();
  const mayEdit = useMay('edit patients');
  const live = useLive(() => careOfPatient(PatientId, today), [PatientId, today]);
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the authorizations" rows={6} />;
  if (live.state === 'failed') {
    return (
      <ErrorState title="The authorizations could not be loaded">
        They are safe on the server. Reload the page to try again.
      </ErrorState>
    );
  }
  if (live.value.length === 0) {
    return (
      <EmptyState
        title="No cases yet"
        action={
          mayEdit && <Button onClick={() => desk.open({ kind: 'case', of: null, parent: null })}>Open a case</Button>
        }
      >
        Authorizations and scripts belong to a case.
      </EmptyState>
    );
  }
  return (
    <div className={classes.cases}>
      {live.value.map((line) => (
        <OneCase key={line.case.CaseId} line={line} today={today} {...(mayEdit ? { desk } : {})} />
      ))}
    </div>
  );
}

function OneCase({ line, today, desk }: { line: CareLine; today: string; desk?: CaseDesk }) {
  const { CaseId, Title, Discipline, DischargedAt } = line.case;
  return (
    <section aria-label={Title}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          {Title} <span className={classes.hint}>{Discipline}</span>
        </h3>
        {line.isPartial && (
          <p className={classes.hint}>
            You can’t see all visits of this case, so more may be used than is counted here.
          </p>
        )}
        {DischargedAt && <MeaningBadge meaning="past">Discharged {showDate(DischargedAt)}</MeaningBadge>}
      </div>
      <Part
        title="Authorizations"
        addLabel={`Add an authorization to ${Title}`}
        {...(desk && { onAdd: () => desk.open({ kind: 'authorization', of: null, parent: CaseId }) })}
      >
        <AuthorizationTable
          label={`Authorizations of ${Title}`}
          lines={line.authorizations}
          isPartial={line.isPartial}
          {...(desk && { onOpen: ({ authorization: of }) => desk.open({ kind: 'authorization', of, parent: CaseId }) })}
        />
      </Part>
      <Part
        title="Scripts"
        addLabel={`Add a script to ${Title}`}
        {...(desk && { onAdd: () => desk.open({ kind: 'script', of: null, parent: CaseId }) })}
      >
        <ScriptTable
          label={`Scripts of ${Title}`}
          lines={line.scripts}
          isPartial={line.isPartial}
          today={today}
          {...(desk && { onOpen: ({ script: of }) => desk.open({ kind: 'script', of, parent: CaseId }) })}
        />
      </Part>
    </section>
  );
}

type PartProps = { title: string; addLabel: string; onAdd?: () => void; children: ReactNode };

function Part({ title, addLabel, onAdd, children }: PartProps) {
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <h4 className={classes.subtitle}>{title}</h4>
        {onAdd && (
          <Button
            variant="default"
            size="xs"
            aria-label={addLabel}
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
            onClick={onAdd}
          >
            Add
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}
