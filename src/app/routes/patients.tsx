import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { PatientId } from '#contract/base/ids.ts';
import { NewPatientDrawer } from '#features/patients/new-patient-drawer.tsx';
import { PatientList } from '#features/patients/patient-list.tsx';
import { useAsked } from '#shared/asked.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { PatientPane } from './patient.tsx';
import classes from './patients.module.css';

const search = (query: string, limit: number) => syncWorker().search(query, limit);
const listNames = (from: number, limit: number) => syncWorker().listNames(from, limit);

/** Left list pane plus right detail pane (spec 2). */
export function PatientsRoute() {
  const { id } = useParams();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const [creating, setCreating] = useState(false);
  const [wantsFullscreen, setFullscreen] = useState(false);
  const [entered, setEntered] = useState(id);
  // Entering any left-pane route switches fullscreen off (spec 2), that of the same patient later too.
  if (entered !== id) {
    setEntered(id);
    setFullscreen(false);
  }
  const isFullscreen = wantsFullscreen && entered === id && id !== undefined && !narrow;
  useHiddenRail(isFullscreen);
  useAsked('newPatient', () => setCreating(true));
  const go = (path: string) => void navigate(path);
  const chosen = PatientId.safeParse(id).data ?? null;
  const [query] = useSearchParams();
  // Never a name: histories keep it.
  const title = chosen === null ? 'Patients' : query.has('visit') ? 'Visit' : 'Chart';
  const showsList = !isFullscreen && !(narrow && id !== undefined);

  return (
    <div className={`${classes.panes} ${isFullscreen ? classes.fullscreen : ''}`}>
      <title>{`${title} · Mainstay`}</title>
      {!showsList && (
        <h1 className="visually-hidden" tabIndex={-1} data-page-heading>
          Patients
        </h1>
      )}
      {showsList && (
        <div className={classes.list}>
          <PatientList
            search={search}
            listNames={listNames}
            selected={chosen}
            onNavigate={go}
            onNew={() => setCreating(true)}
          />
        </div>
      )}
      {!(narrow && id === undefined) && (
        <div className={classes.detail}>
          {id === undefined && (
            <EmptyState title="No patient chosen">Choose a patient from the list, or search with the / key.</EmptyState>
          )}
          {id !== undefined && chosen === null && (
            <ErrorState title="Patient not found">This patient was not found. Choose one from the list.</ErrorState>
          )}
          {chosen && (
            <PatientPane
              key={chosen}
              PatientId={chosen}
              isFullscreen={isFullscreen}
              onFullscreen={setFullscreen}
              onBack={narrow ? () => go('/patients') : null}
            />
          )}
        </div>
      )}
      <NewPatientDrawer
        opened={creating}
        onReopen={() => setCreating(true)}
        onClose={() => setCreating(false)}
        onShow={(shown) => {
          setCreating(false);
          go(`/patients/${shown}`);
        }}
      />
    </div>
  );
}

/** What fullscreen covers must not take the focus either. */
function useHiddenRail(isHidden: boolean): void {
  useEffect(() => {
    const rail = document.querySelector<HTMLElement>('nav[data-shell-part]');
    if (!isHidden || !rail) return undefined;
    rail.inert = true;
    return () => {
      rail.inert = false;
    };
  }, [isHidden]);
}
