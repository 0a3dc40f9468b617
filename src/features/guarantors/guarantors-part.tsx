import { Button } from '@mantine/core';
import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { showPhone } from '#contract/base/text.ts';
import { guarantorReach } from '#contract/guarantors/guarantor-reach.ts';
import { relationships, type PatientGuarantor } from '#contract/guarantors/patient-guarantor.ts';
import { guarantorsOf } from '#local/reads/guarantors.ts';
import { readPatient } from '#local/reads/patients.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { call } from '#shared/api.ts';
import { waysOf } from '#shared/ui/send-link/send-link.tsx';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { AccessDrawer } from './access-drawer.tsx';
import { patientGuarantorForm } from './guarantor-form.tsx';
import lines from '#shared/ui/lines/lines.module.css';
import classes from './guarantors.module.css';

/** Who pays for the patient or acts for them, and by what the patient's pages are open. */
export function GuarantorsPart({ PatientId }: { PatientId: PatientId }) {
  const mayEdit = useMay('edit patients');
  const maySchedule = useMay('schedule visits');
  const mayInvite = mayEdit || maySchedule;
  const live = useLive(() => guarantorsOf(PatientId), [PatientId]);
  const [opened, open] = useState<About<PatientGuarantor> | null>(null);
  const [isAccessOpen, setAccessOpen] = useState(false);
  const guarantors = live.state === 'ready' ? live.value : [];
  return (
    <section aria-labelledby="overview-guarantors">
      <h3 className={classes.title} id="overview-guarantors">
        Guarantors and patient access
      </h3>
      {live.state === 'failed' && <p role="alert">The guarantors could not be loaded. Reload the page to try again.</p>}
      {live.state === 'ready' && guarantors.length === 0 && (
        <p className={lines.quiet}>No guarantor. The patient pays and logs in alone.</p>
      )}
      <ul className={lines.list} aria-label="Guarantors">
        {guarantors.map((one) => (
          <GuarantorLine
            key={one.PatientGuarantorId}
            of={one}
            {...(mayEdit && { onEdit: () => open({ of: one, parent: PatientId }) })}
          />
        ))}
      </ul>
      <div className={classes.actions}>
        {mayEdit && (
          <Button variant="default" size="xs" onClick={() => open({ of: null, parent: PatientId })}>
            Add guarantor
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => setAccessOpen(true)}>
          Links and logins
        </Button>
        {mayInvite && <BookingLink PatientId={PatientId} />}
      </div>
      {mayEdit && (
        <RecordDrawer
          form={patientGuarantorForm}
          at={PatientId}
          about={opened}
          onReopen={(about) => open({ ...about, parent: PatientId })}
          onClose={() => open(null)}
        />
      )}
      <AccessDrawer PatientId={PatientId} opened={isAccessOpen} onClose={() => setAccessOpen(false)} />
    </section>
  );
}

/** Sends the patient a link to book visits; only online, as the message is written at once. */
function BookingLink({ PatientId: id }: { PatientId: PatientId }) {
  const { online } = useSyncState();
  const [isBusy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    try {
      const { sent } = await call('onlineScheduling.sendLink', { id });
      if (sent.length > 0) toastDone(`The link to book was sent by ${waysOf(sent)}.`);
      else toastNegative('Nothing was sent. The patient has no email or phone that agreed to messages.');
    } catch (error) {
      toastFailure(error, 'The link could not be sent.');
    }
    setBusy(false);
  }
  return (
    <Button variant="default" size="xs" loading={isBusy} disabled={!online} onClick={() => void send()}>
      Send booking link
    </Button>
  );
}

const reachWords = {
  acts: { words: 'Acts for the patient', meaning: 'progress' },
  pays: { words: 'Pays only', meaning: 'past' },
} as const;

function GuarantorLine({ of, onEdit }: { of: PatientGuarantor; onEdit?: () => void }) {
  const today = useClinicToday();
  const patient = useLiveValue(() => readPatient(of.PatientId), [of.PatientId]);
  const reach = patient ? guarantorReach(of, patient, today) : null;
  const { FirstName, LastName, Relationship, Email, Phone, From, Until } = of;
  const name = `${FirstName} ${LastName}`;
  const days = Until === null ? `since ${showDate(From)}` : `${showDate(From)} to ${showDate(Until)}`;
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        <p className={lines.name}>
          {name}{' '}
          {patient && (
            <MeaningBadge meaning={reach ? reachWords[reach].meaning : 'past'} quiet>
              {reach ? reachWords[reach].words : 'Not current'}
            </MeaningBadge>
          )}
        </p>
        <p className={lines.quiet}>
          {relationships[Relationship]}, {days}
        </p>
        <p className={lines.quiet}>{[Email, Phone && showPhone(Phone)].filter(Boolean).join(', ')}</p>
      </div>
      {onEdit && (
        <Button variant="default" size="compact-sm" aria-label={`Edit guarantor ${name}`} onClick={onEdit}>
          Edit
        </Button>
      )}
    </li>
  );
}
