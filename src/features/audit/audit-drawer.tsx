import { useEffect, useState } from 'react';
import type { AuditDetail, AuditEntry } from '#contract/audit/entry.ts';
import { auditSentence } from '#contract/audit/entry-words.ts';
import { call } from '#shared/api.ts';
import { useWebsite } from '#shared/session.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { showInstant } from './show-instant.ts';
import classes from './audit.module.css';

/** One entry with what the list leaves out: device, version, and the values, as far as one may see the record. */
export function AuditDrawer({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
  return (
    <SideDrawer opened={entry !== null} onClose={onClose} title="Audit entry" size={560}>
      {entry && <Opened key={entry.id} entry={entry} />}
    </SideDrawer>
  );
}

function Opened({ entry }: { entry: AuditEntry }) {
  const { TimeZone } = useWebsite();
  const [state, setState] = useState<AuditDetail | { error: string } | null>(null);
  const load = () => void fetchDetail(entry.id).then(setState);
  useEffect(load, [entry.id]);
  const { at, device, AppVersion, offline, madeAt, reason, entity, pk } = entry;
  const waited = offline && madeAt ? `Made ${showInstant(madeAt, TimeZone)} offline, sent later` : null;
  return (
    <div className={classes.detail}>
      <p className={classes.sentence}>{auditSentence(entry)}.</p>
      <dl className={classes.facts}>
        <Fact name="When">{showInstant(at, TimeZone)}</Fact>
        {reason !== null && <Fact name="Reason">{reason}</Fact>}
        <Fact name="Device">{device ?? '-'}</Fact>
        <Fact name="App version">{AppVersion ?? '-'}</Fact>
        <Fact name="Offline">{waited ?? (offline === false ? 'No' : '-')}</Fact>
        <Fact name="Record">{`${entity} ${pk}`}</Fact>
        {state && 'isSealed' in state && (
          <Fact name="Chain">
            {state.isSealed ? 'Sealed: any change to this entry would be detected' : 'Not sealed yet'}
          </Fact>
        )}
      </dl>
      {state === null && <LoadingSkeleton label="Loading the entry" rows={4} />}
      {state && 'error' in state && (
        <ErrorState title="The entry could not be loaded" onRetry={load}>
          {state.error} Nothing was changed.
        </ErrorState>
      )}
      {state && 'values' in state && (
        <>
          <Values of={state} />
          <Patients of={state} />
        </>
      )}
    </div>
  );
}

function Values({ of: { values, hidden } }: { of: AuditDetail }) {
  if (hidden !== null) return <p className={classes.quiet}>{hidden}</p>;
  if (values.length === 0) return <p className={classes.quiet}>This entry has no other details.</p>;
  const hasBefore = values.some(({ before }) => before !== null);
  return (
    <table className={classes.values}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasBefore && <th scope="col">Before</th>}
          <th scope="col">{hasBefore ? 'After' : 'Value'}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {hasBefore && <td>{before ?? '-'}</td>}
            <td>{after ?? '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Everyone whose record was shown or sent in one go. */
function Patients({ of: { patients } }: { of: AuditDetail }) {
  if (patients.length === 0) return null;
  return (
    <section aria-label="Patients">
      <h3 className={classes.heading}>Patients</h3>
      <ul className={classes.patients}>
        {patients.map(({ PatientId, name }) => (
          <li key={PatientId}>{name ?? `A removed patient (${PatientId})`}</li>
        ))}
      </ul>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

async function fetchDetail(id: AuditEntry['id']): Promise<AuditDetail | { error: string }> {
  try {
    return await call('audit.get', { id });
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : 'The server could not be reached.' };
  }
}
