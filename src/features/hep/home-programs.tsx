import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { dayIn, showDate } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import { isGiven } from '#contract/hep/given.ts';
import { homeProgram, type HomeProgram } from '#contract/hep/home-program.ts';
import { logByDay, type LoggedDay } from '#contract/hep/log-by-day.ts';
import { isProgramWaiting, logsOfCase, programsOfCase } from '#local/reads/hep.ts';
import { call } from '#shared/api.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useMayWriteCare } from '#shared/hooks/use-may-plan.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { waysOf } from '#shared/ui/send-link/send-link.tsx';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { homeProgramForm } from './home-program-form.tsx';
import { Monitoring } from './monitoring.tsx';
import { copyOf } from './copy-of.ts';
import classes from './hep.module.css';

type Props = { of: Case; onNavigate: (path: string) => void };

/** The home programs of a case, the last one first, and what its patient logged. */
export function HomePrograms({ of, onNavigate }: Props) {
  const { CaseId, Title } = of;
  const mayWrite = useMayWriteCare(CaseId);
  const programs = useLive(() => programsOfCase(CaseId), [CaseId]);
  const logs = useLive(() => logsOfCase(CaseId), [CaseId]);
  const [opened, open] = useState<About<HomeProgram> | null>(null);
  if (programs.state === 'loading') return <LoadingSkeleton label="Loading the home programs" rows={1} />;
  if (programs.state === 'failed')
    return <p className={classes.hint}>The home programs could not be loaded. They are safe on the server.</p>;
  const draft = programs.value.find((one) => !isGiven(one));
  async function copy(program: HomeProgram): Promise<void> {
    const made = await copyOf(program).catch((error: unknown) => {
      toastFailure(error, 'The home program could not be copied on this device.');
    });
    if (made) open({ of: made, parent: CaseId });
  }
  return (
    <section className={classes.part} aria-label={`Home programs of ${Title}`}>
      <div className={classes.head}>
        <h3 className={classes.title}>Home program</h3>
        {mayWrite && !draft && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Add a home program to ${Title}`}
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
            onClick={() => open({ of: null, parent: CaseId })}
          >
            Add
          </Button>
        )}
      </div>
      {programs.value.length === 0 && <p className={classes.hint}>No home program yet.</p>}
      <ul className={classes.lines}>
        {programs.value.map((program) => (
          <ProgramLine
            key={program.HomeProgramId}
            program={program}
            mayWrite={mayWrite}
            onEdit={() => open({ of: program, parent: CaseId })}
            onCopy={draft ? null : () => void copy(program)}
            onPrint={() => onNavigate(`/printHomeProgram/${program.PatientId}/${program.HomeProgramId}`)}
          />
        ))}
      </ul>
      {logs.state === 'ready' && logs.value.length > 0 && <Log days={logByDay(logs.value)} title={Title} />}
      {logs.state === 'ready' && <Monitoring of={of} logs={logs.value} mayWrite={mayWrite} />}
      {mayWrite && (
        <RecordDrawer
          form={homeProgramForm}
          at={CaseId}
          about={opened}
          onReopen={(about) => open({ ...about, parent: CaseId })}
          onClose={() => open(null)}
        />
      )}
    </section>
  );
}

type LineProps = {
  program: HomeProgram;
  mayWrite: boolean;
  onEdit: () => void;
  onCopy: (() => void) | null;
  onPrint: () => void;
};

function ProgramLine({ program, mayWrite, onEdit, onCopy, onPrint }: LineProps) {
  const { Version } = program;
  const isOnline = useOnline();
  const isWaiting = useLiveValue(() => isProgramWaiting(program.HomeProgramId), [program.HomeProgramId]) ?? false;
  const { TimeZone } = useWebsite();
  const [isBusy, setBusy] = useState(false);
  const has = isGiven(program);
  const sendWords = program.SentAt === null ? 'Send' : 'Send again';
  const name = Version === null ? (has ? 'the program' : 'the draft') : `version ${Version}`;

  const [isAsking, setAsking] = useState(false);

  async function send(hasAgreed: boolean): Promise<void> {
    setBusy(true);
    setAsking(false);
    try {
      const { reached, why } = await call('hep.send', { id: program.HomeProgramId, hasAgreed });
      if (reached.length > 0) toastDone(`The link was sent by ${waysOf(reached)}.`);
      else if (why === 'no-consent' && !hasAgreed) setAsking(true);
      else toastNegative(`${whyWords[why ?? 'no-consent']} Nothing was sent. Print the program instead.`);
    } catch (error) {
      toastFailure(error, 'The link could not be sent.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <p className={classes.name}>
          {Version === null ? (has ? 'Home program' : 'Draft') : `Version ${Version}`}{' '}
          {!has && (
            <MeaningBadge meaning="needs" quiet>
              Not given yet
            </MeaningBadge>
          )}
        </p>
        <p className={classes.hint}>{[homeProgram.brief(program), ...givenWords(program, TimeZone)].join(', ')}</p>
      </div>
      <div className={classes.actions}>
        {mayWrite && !has && (
          <Button variant="default" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        {mayWrite && has && onCopy && (
          <Button variant="default" size="compact-sm" aria-label={`Copy ${name}`} onClick={onCopy}>
            Copy
          </Button>
        )}
        <Button variant="default" size="compact-sm" aria-label={`Print ${name}`} onClick={onPrint}>
          Print
        </Button>
        {mayWrite && (
          <Button
            size="compact-sm"
            aria-label={`${sendWords} ${name}`}
            loading={isBusy}
            disabled={!isOnline || isWaiting}
            title={
              (isOnline ? undefined : 'Sending needs a connection. Printing works offline.') ??
              (isWaiting ? 'The program is on its way to the server. It can be sent in a moment.' : undefined)
            }
            onClick={() => void send(false)}
          >
            {sendWords}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isAsking}
        title="Does the patient agree?"
        confirmLabel="Record consent and send"
        onConfirm={() => void send(true)}
        onCancel={() => setAsking(false)}
      >
        <p>
          The patient has not agreed to get home programs by email or text. Nothing was sent. Ask the patient, or print
          the program instead.
        </p>
      </ConfirmDialog>
    </li>
  );
}

const whyWords = {
  'no-consent': 'The patient has stopped messages or can’t be reached.',
  'no-address': 'The chart has no email or mobile phone.',
} as const;

/** Days are those at the clinic. */
function givenWords({ SentAt, Via, HandedOutOn }: HomeProgram, timeZone: string): string[] {
  return [
    ...(SentAt === null ? [] : [`sent ${showDate(dayIn(timeZone, SentAt))} by ${waysOf(Via)}`]),
    ...(HandedOutOn === null ? [] : [`on paper ${showDate(HandedOutOn)}`]),
  ];
}

/** More stand in the log of the last weeks. */
const mostDays = 14;

function Log({ days, title }: { days: readonly LoggedDay[]; title: string }) {
  return (
    <div className={classes.log}>
      <h4 className={classes.subtitle}>Logged by the patient</h4>
      <ul className={classes.lines} aria-label={`Log of ${title}`}>
        {days.slice(0, mostDays).map((day) => (
          <li key={day.day}>{dayWords(day)}</li>
        ))}
      </ul>
    </div>
  );
}

function dayWords({ day, done, notDone, pain, hard }: LoggedDay): string {
  const parts = [
    `${done} done`,
    ...(notDone > 0 ? [`${notDone} not done`] : []),
    ...(pain === null ? [] : [`pain up to ${pain}`]),
    ...(hard > 0 ? [`${hard} too hard`] : []),
  ];
  return `${showDate(day)}: ${parts.join(', ')}`;
}
