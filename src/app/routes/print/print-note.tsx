import { useNavigate, useParams } from 'react-router';
import { NoteId, PatientId } from '#contract/base/ids.ts';
import { PrintNotePage } from '#features/printing/print-note.tsx';
import { syncWorker } from '#shared/sync-worker.ts';
import { EmergencyGate } from '#features/emergency/emergency-gate.tsx';
import { useOutage } from '#session/outage/outage-state.ts';
import { NotFoundRoute } from '../not-found.tsx';

const openChart = (id: PatientId) => syncWorker().openChart(id);

/** /printNote/:patientId/:noteId */
export function PrintNoteRoute() {
  const params = useParams();
  const navigate = useNavigate();
  const isOutage = useOutage().phase === 'outage';
  const id = PatientId.safeParse(params['patientId']).data;
  const note = NoteId.safeParse(params['noteId']).data;
  if (id === undefined || note === undefined) return <NotFoundRoute />;
  return (
    <EmergencyGate PatientId={id} isNeeded={isOutage}>
      <PrintNotePage
        key={note}
        PatientId={id}
        NoteId={note}
        onBack={(visit) => void navigate(`/patients/${id}?${visit ? `visit=${visit}` : 'tab=documentation'}`)}
        openChart={openChart}
      />
    </EmergencyGate>
  );
}
