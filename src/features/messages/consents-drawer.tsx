import { Alert, Button, Checkbox, Table } from '@mantine/core';
import { useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { consentPurposes, type ConsentPurpose } from '#contract/messages/consent-purposes.ts';
import { Choices, choicesOf } from '#contract/messages/patient-consents.ts';
import type { ConsentWay } from '#contract/messages/may-send.ts';
import { call } from '#shared/api.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { nowBy, useOvertaken, type OvertakenOptions, type TypedOver } from '#shared/forms/use-overtaken.tsx';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './messages.module.css';

type Consents = ReplyOf<'messages.consents'>;
type Props = { PatientId: PatientId; opened: boolean; onClose(): void };

const ways = { email: 'Email', text: 'Text' } as const;
const purposes: Record<ConsentPurpose, string> = {
  visits: 'Visits',
  billing: 'Bills and payments',
  hep: 'Home program',
  surveys: 'Surveys',
  reviews: 'Review requests',
  marketing: 'News and offers',
};
const hows: Record<ConsentWay, string> = {
  staff: 'at the clinic',
  page: 'on the message settings page',
  patient: 'with an online booking',
  import: 'from an import',
  before: 'on file before consent history began',
  stop: 'by a STOP text',
  start: 'by a START text',
  unsubscribe: 'by Unsubscribe in an email',
};

/** Which messages a patient agreed to, by channel and purpose, and how that came to be. */
export function ConsentsDrawer({ PatientId, opened, onClose }: Props) {
  const [isDirty, setDirty] = useState(false);
  const { leave, question } = useDiscard(isDirty, onClose);
  return (
    <>
      <SideDrawer opened={opened} onClose={leave} isDirty={isDirty} title="Message consent">
        {opened && <ConsentsBody PatientId={PatientId} onDirty={setDirty} />}
      </SideDrawer>
      {question}
    </>
  );
}

type BodyProps = { PatientId: PatientId; onDirty: (isDirty: boolean) => void };

function ConsentsBody({ PatientId, onDirty }: BodyProps) {
  const fetched = useFetched(() => call('messages.consents', { id: PatientId }));
  return (
    <FetchedPart of={fetched} what="message consent" rows={6}>
      {(consents) => (
        <>
          <Warnings of={consents} />
          <ChoicesForm of={consents} onSaved={fetched.put} onReload={fetched.load} onDirty={onDirty} />
          <History of={consents} />
        </>
      )}
    </FetchedPart>
  );
}

function Warnings({ of: { stoppedAt, newNumber } }: { of: Consents }) {
  return (
    <>
      {stoppedAt !== null && (
        <Alert color="yellow" variant="light" mb="md">
          <b>This number replied STOP.</b> It gets no texts since {showMoment(new Date(stoppedAt))}. Check a box under
          Text only if the patient asks for texts again.
        </Alert>
      )}
      {newNumber !== null && (
        <Alert color="yellow" variant="light" mb="md">
          <b>The patient changed the mobile number online.</b>{' '}
          {newNumber.loginFrom === null
            ? 'We could not notify the former contact, so the number can’t be used for login. To allow it, enter the number in the chart again.'
            : `It can be used for login from ${showMoment(new Date(newNumber.loginFrom))}.`}
        </Alert>
      )}
    </>
  );
}

const nothing: Choices = { email: {}, text: {} };
const ofConsents: OvertakenOptions<Choices> = {
  nowOf: nowBy(Choices),
  // What was not touched is as it is now.
  rebase: (_, { values }) => values,
};

/** Choices made before a lock: of the boxes that were touched counts what was seen then, of the others what is now. */
function overNow(now: Choices, { before, values }: TypedOver<Choices>): TypedOver<Choices> {
  const seen = (way: keyof Choices) => {
    const touched = Object.keys(values[way]) as ConsentPurpose[];
    const others = Object.entries(now[way]).filter(([purpose]) => !touched.some((one) => one === purpose));
    const then = Object.entries(before[way]).filter(([purpose]) => touched.some((one) => one === purpose));
    return Object.fromEntries([...others, ...then]);
  };
  return { before: { email: seen('email'), text: seen('text') }, values };
}

type FormProps = { of: Consents; onSaved(saved: Consents): void; onReload(): void; onDirty(isDirty: boolean): void };

function ChoicesForm({ of, onSaved, onReload, onDirty }: FormProps) {
  const mayEdit = useMay('edit patients');
  const isOnline = useOnline();
  /** The boxes that were touched, and what was seen then. */
  const [touched, setTouched] = useState<TypedOver<Choices> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { before, values: changed } = touched ?? { before: choicesOf(of.standing), values: nothing };
  const overtaken = useOvertaken({ before, values: changed }, begin, ofConsents);
  const isChanged = Object.values(changed).some((one) => Object.keys(one).length > 0);

  const isDirty = isChanged || overtaken.isHeld;
  useReportDirty(isDirty, onDirty);
  const { drop } = useDraftScope('consents', {
    values: overtaken.kept,
    isDirty,
    fill: (left) => setTouched(overNow(choicesOf(of.standing), left)),
  });

  /** What is there now is shown with no box touched. */
  function begin({ before: now, values }: TypedOver<Choices>): void {
    setTouched({ before: now, values: values === now ? nothing : values });
  }

  const isOff = !isChanged || !isOnline;

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const saved = await call('messages.saveConsents', { id: of.PatientId, ...changed, base: before });
      drop();
      onSaved(saved);
      setTouched(null);
      overtaken.forget();
      toastDone('Message consent is saved.');
    } catch (error) {
      if (overtaken.meet(error)) onReload();
      else toastFailure(error, 'That did not work. Nothing was changed.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {overtaken.refusal}
      <Table verticalSpacing={6} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>About</Table.Th>
            {Object.entries(ways).map(([way, name]) => (
              <Table.Th key={way} w={72}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {consentPurposes.map((purpose) => (
            <Table.Tr key={purpose}>
              <Table.Th scope="row" fw={400}>
                {purposes[purpose]}
              </Table.Th>
              {(['email', 'text'] as const).map((way) => (
                <Table.Td key={way}>
                  <Checkbox
                    size="md"
                    aria-label={`${purposes[purpose]} by ${way}`}
                    checked={changed[way][purpose] ?? before[way][purpose] ?? false}
                    disabled={!mayEdit || !isOnline}
                    onChange={(event) => {
                      const { checked } = event.currentTarget;
                      const values = { ...changed, [way]: { ...changed[way], [purpose]: checked } };
                      setTouched({ before, values });
                    }}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {mayEdit && !isOnline && <OfflineNote>You can change this when you’re back online.</OfflineNote>}
      {mayEdit && (
        <>
          <p className={classes.quiet}>Only with the patient’s consent. Each change is kept in the history.</p>
          <Button
            loading={isBusy}
            // Not disabled once it is saved: the focus stays where it was.
            aria-disabled={isOff}
            {...(isOff && { 'data-disabled': true })}
            onClick={() => {
              if (!isOff) void save();
            }}
          >
            Save consent
          </Button>
        </>
      )}
    </>
  );
}

function History({ of: { history } }: { of: Consents }) {
  return (
    <>
      <h3 className={classes.later}>History</h3>
      {history.length === 0 && (
        <EmptyState compact title="No consent recorded">
          Consent is recorded when the patient agrees in the clinic, on the message settings page or by text.
        </EmptyState>
      )}
      <ul className={classes.history} aria-label="Consent history">
        {history.map(({ channel, purpose, given, how, by, at }) => (
          <li key={`${at} ${channel} ${purpose} ${given ? 1 : 0}`}>
            <b>
              {purposes[purpose]} by {channel}: {given ? 'yes' : 'no'}
            </b>
            <span className={classes.quiet}>
              {showMoment(new Date(at))}, {hows[how]}
              {by !== null && `, recorded by ${by}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
