import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { showName } from '#contract/base/text.ts';
import { subjectsOfCalls, type CallSubject } from '#local/outbox/call-patient.ts';
import { parkedGroups } from '#local/outbox/dependants.ts';
import { countSealedAway } from '#local/keys/sealed-away.ts';
import { parkedCalls, waitingCalls, type ParkedCall, type WaitingCall } from '#local/outbox/outbox.ts';
import { useUnsavedDrafts } from '#shared/unsaved-drafts.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { CallLine } from './call-line.tsx';
import { ResendForm, WithChangeViews } from './changes/change-views.tsx';
import { ParkedItem } from './changes/parked-item.tsx';
import { TypedSection } from './changes/typed-section.tsx';
import { ClosedChanges } from './closed-changes.tsx';
import { OnThisDevice } from './on-this-device.tsx';
import classes from './sync-drawer.module.css';
import { syncWords } from './sync-words.ts';

/** Every change the server does not have yet: what it is, since when, and what stands in its way. */
export function SyncDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [edited, setEdited] = useState<ParkedCall | null>(null);
  if (!opened && edited) setEdited(null);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={edited ? 'Edit and send again' : 'Sync status'} size={560}>
      {opened && (
        <>
          {!edited && <ClosedChanges />}
          <Suspense>
            <WithChangeViews>
              {edited ? (
                <ResendForm call={edited} onDone={() => setEdited(null)} />
              ) : (
                <Changes onClose={onClose} onEdit={setEdited} />
              )}
            </WithChangeViews>
          </Suspense>
          {!edited && <OnThisDevice />}
        </>
      )}
    </SideDrawer>
  );
}

type Kept = { parked: ParkedCall[]; waiting: WaitingCall[]; subjects: Map<number, CallSubject> };
/** `apart`: what tells the patient from others of the name. */
type Subjects = ReadonlyMap<number, CallSubject & { apart?: string | undefined }>;
const noSubjects: Kept['subjects'] = new Map();

function useSubjects(known: Kept['subjects'] | null): Subjects {
  const subjects = known ?? noSubjects;
  const people = useMemo(() => [...subjects.values()].map(({ patient }) => patient), [subjects]);
  const apart = useToldApart(people);
  return new Map(
    [...subjects].map(([mid, subject]) => [mid, { ...subject, apart: apart.get(subject.patient?.PatientId ?? '') }]),
  );
}

async function readKept(): Promise<Kept> {
  const [parked, waiting] = await Promise.all([parkedCalls(), waitingCalls()]);
  const calls = [...parked, ...waiting];
  const subjects = await subjectsOfCalls(calls.map((call) => call.input));
  return {
    parked,
    waiting,
    subjects: new Map(calls.map(({ mid }, at) => [mid, subjects[at] ?? { patient: undefined, visit: undefined }])),
  };
}

function Changes({ onClose, onEdit }: { onClose: () => void; onEdit: (call: ParkedCall) => void }) {
  const state = useSyncState();
  const navigate = useNavigate();
  const live = useLive(readKept, []);
  const subjects = useSubjects(live.state === 'ready' ? live.value.subjects : null);
  const typed = useUnsavedDrafts();
  const sealedAway = useLiveQuery(() => countSealedAway(), []) ?? 0;
  const { explained } = syncWords({ ...state, typed: typed.length });
  if (live.state === 'loading') return null;
  if (live.state === 'failed') {
    return (
      <ErrorState title="The changes could not be loaded">
        They are kept on this device. Reload the page to try again.
      </ErrorState>
    );
  }
  const { parked, waiting } = live.value;
  const go = (path: string) => {
    onClose();
    void navigate(path);
  };
  if (parked.length + waiting.length + typed.length === 0) {
    // What stands above and does not open is waiting.
    if (sealedAway > 0) return null;
    return <EmptyState title="Nothing is waiting">{explained}</EmptyState>;
  }
  return (
    <>
      <p className={classes.explained}>{explained}</p>
      {typed.length > 0 && <TypedSection typed={typed} onGo={go} />}
      {parked.length > 0 && (
        <section>
          <h3 className={classes.heading}>Needs attention</h3>
          <ul className={classes.list}>
            {parkedGroups(parked).map((group) => (
              <ParkedItem
                key={group.first.mid}
                group={group}
                subjectOf={(call) => subjects.get(call.mid)}
                onEdit={onEdit}
                onGo={go}
              />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && <Waiting calls={waiting} subjects={subjects} />}
    </>
  );
}

/** By patient, in the order in which the first change of each was made; within one in the order they are sent. */
function Waiting({ calls, subjects }: { calls: WaitingCall[]; subjects: Subjects }) {
  const groups = Map.groupBy(calls, ({ mid }) => subjects.get(mid)?.patient?.PatientId ?? null);
  return (
    <section>
      <h3 className={classes.heading}>Waiting</h3>
      {[...groups].map(([PatientId, ofPatient]) => {
        const { patient, apart } = ofPatient.map(({ mid }) => subjects.get(mid)).find((one) => one?.patient) ?? {};
        const name = patient ? [showName(patient), apart].filter(Boolean).join(', ') : 'No single patient';
        return (
          <div key={PatientId ?? 'none'} className={classes.patient}>
            <h4 className={classes.patientName}>{name}</h4>
            <ul className={classes.list} aria-label={name}>
              {ofPatient.map((call) => (
                <li key={call.mid} className={classes.call}>
                  <CallLine call={call} subject={subjects.get(call.mid)} isNamed />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
