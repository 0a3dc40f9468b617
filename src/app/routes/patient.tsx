import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { VisitId, type PatientId } from '#contract/base/ids.ts';
import { PatientNotes } from '#features/documentation/patient-notes.tsx';
import { chartTabs, PatientChart } from '#features/patients/patient-chart.tsx';
import { PatientVisits } from '#features/visits/patient-visits.tsx';
import { syncWorker } from '#shared/sync-worker.ts';
import { EmergencyGate } from '../emergency/emergency-gate.tsx';
import { useOutage } from '../outage/outage-state.ts';
import { VisitPage } from './visit-page.tsx';
import classes from './patients.module.css';

type Props = {
  PatientId: PatientId;
  isFullscreen: boolean;
  onFullscreen: (on: boolean) => void;
  /** On a phone the list is a screen of its own. */
  onBack: (() => void) | null;
};

const openChart = (id: PatientId) => syncWorker().openChart(id);

/** /patients/:id, with ?tab= and ?visit= for what is open in the chart, ?compare=note for refused text of that visit's note. */
export function PatientPane({ PatientId, isFullscreen, onFullscreen, onBack }: Props) {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const visit = VisitId.safeParse(query.get('visit')).data ?? null;
  const tab = chartTabs.find((each) => each === query.get('tab')) ?? 'overview';
  const go = (path: string) => void navigate(path);
  const isOutage = useOutage().phase === 'outage';
  // Who works in a chart when an outage is declared goes on in it.
  const [wasOpen, setWasOpen] = useState(isOutage ? null : PatientId);
  if (!isOutage && wasOpen !== PatientId) setWasOpen(PatientId);
  const chart = (
    <PatientChart
      PatientId={PatientId}
      tab={tab}
      onTab={(next) => setQuery(next === 'overview' ? {} : { tab: next })}
      isFullscreen={isFullscreen}
      onFullscreen={onFullscreen}
      openChart={openChart}
      visits={<PatientVisits PatientId={PatientId} onNavigate={go} />}
      documentation={<PatientNotes PatientId={PatientId} onNavigate={go} />}
      visit={
        visit && (
          <VisitPage
            key={visit}
            VisitId={visit}
            onBack={() => setQuery({ tab: 'visits' })}
            isComparing={query.get('compare') === 'note'}
            onCompare={(on) => setQuery(on ? { visit, compare: 'note' } : { visit })}
          />
        )
      }
    />
  );
  return (
    <>
      {onBack && (
        <div className={classes.back}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={onBack}
          >
            Patients
          </Button>
        </div>
      )}
      <EmergencyGate PatientId={PatientId} isNeeded={isOutage && wasOpen !== PatientId}>
        {chart}
      </EmergencyGate>
    </>
  );
}
