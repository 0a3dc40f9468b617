import { Button, Group } from '@mantine/core';
import { showDate, showTime } from '#contract/base/dates.ts';
import { capitalized } from '#contract/base/nouns.ts';
import { showName } from '#contract/base/text.ts';
import { subjectsOfCalls, type CallSubject } from '#local/outbox/call-patient.ts';
import { takeFree } from '#local/drafts/draft-locks.ts';
import { baseOf, dropDraft, readDraft, saveDraft } from '#local/drafts/drafts.ts';
import type { FormAt, Typed, TypedKind } from '#local/drafts/unsaved-drafts.ts';
import { reopen } from '#shared/autosave/reopen.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { toastNegative, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import classes from '../sync-drawer.module.css';
import { spoken } from '../call-words.ts';

type Words = { what: string; open: string };

const words: Record<Exclude<TypedKind, 'at' | 'record'>, Words> = {
  note: { what: 'Note', open: 'Open the note' },
  charges: { what: 'Charges of a visit', open: 'Open the visit' },
  patient: { what: 'Changes to a patient', open: 'Open the form' },
  newPatient: { what: 'New patient', open: 'Open the form' },
  case: { what: 'Case', open: 'Open the form' },
  days: { what: 'Days of a schedule', open: 'Open the calendar' },
  calendar: { what: 'Form of the calendar', open: 'Open the calendar' },
  waitlist: { what: 'Waitlist', open: 'Open the calendar' },
  region: { what: 'Region', open: 'Open the facilities' },
  series: { what: 'Series of visits', open: 'Open the form' },
};

const wordsAt: Record<FormAt, Words> = {
  payerRules: { what: 'Payer rules', open: 'Open the rules' },
  defaultRules: { what: 'Payer default rules', open: 'Open the rules' },
  facility: { what: 'Facility', open: 'Open the facilities' },
  provider: { what: 'Provider record', open: 'Open the record' },
  newProvider: { what: 'New provider', open: 'Open the providers' },
  person: { what: 'Name and e-mail of a user', open: 'Open the user' },
  access: { what: 'What a user may do', open: 'Open the user' },
  invitation: { what: 'Invitation of a user', open: 'Open the users' },
  group: { what: 'Permission group', open: 'Open the groups' },
  site: { what: 'New site', open: 'Open the sites' },
};

/** Where what belongs to no patient is typed. */
const places: Partial<Record<TypedKind, string>> = {
  newPatient: '/patients',
  days: '/scheduling',
  calendar: '/scheduling',
  waitlist: '/scheduling',
  region: '/company/facilities',
};

type Props = { typed: readonly Typed[]; onGo: (path: string) => void };

/** Text that was typed before a tab closed or a screen locked and that no save has taken: opened, it goes on from there. */
export function TypedSection({ typed, onGo }: Props) {
  const subjects = useLiveValue(() => subjectsOfCalls(typed.map(({ id }) => ({ id }))), [typed]);
  if (!subjects) return null;
  return (
    <section>
      <h3 className={classes.heading} id="typed-not-saved">
        Typed and not saved
      </h3>
      <ul className={classes.list} aria-labelledby="typed-not-saved">
        {typed.map((one, at) => (
          <TypedItem key={one.key} typed={one} subject={subjects[at]} onGo={onGo} />
        ))}
      </ul>
    </section>
  );
}

type ItemProps = { typed: Typed; subject: CallSubject | undefined; onGo: (path: string) => void };

function TypedItem({ typed, subject, onGo }: ItemProps) {
  const { kind, key, fields, record } = typed;
  const { patient, visit } = subject ?? {};
  const at = kind === 'at' ? placeOf(typed) : null;
  const said =
    at?.said ??
    (record ? { what: capitalized(record.noun), open: 'Open the form' } : words[kind as keyof typeof words]);
  const path = at?.path ?? screenOf(typed) ?? places[kind] ?? pathOf(subject);
  const about = [
    patient && showName(patient),
    visit && `Visit of ${showDate(visit.Start)}, ${showTime(visit.Start)}`,
  ].filter(Boolean);
  const named = kind === 'note' || kind === 'patient';
  return (
    <li className={classes.call}>
      <div>
        <span className={classes.what}>{said.what}</span>
        {named && `: ${fields.map(spoken).join(', ')}`}
      </div>
      {about.length > 0 && <div className={classes.whom}>{about.join(' · ')}</div>}
      <p className={classes.reason}>
        {path
          ? 'Mainstay closed or locked before this was saved. Open it: your text is there, and you go on from it.'
          : 'What this belongs to is not on this device now. Your text is kept: find the patient by search, then open this again.'}
      </p>
      <Group gap={8}>
        {path && (
          <Button
            variant="default"
            onClick={() => {
              onGo(path);
              reopen(key);
            }}
          >
            {said.open}
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => void giveUp(typed)}>
          Throw away
        </Button>
      </Group>
    </li>
  );
}

/** The form and the address that its key names. */
function placeOf({ id }: Typed): { said: Words; path: string } {
  const at = id?.indexOf('/') ?? 0;
  return { said: wordsAt[id?.slice(0, at) as FormAt], path: id?.slice(at) ?? '/' };
}

/** A record of the site is typed on a screen, which its key names. */
function screenOf({ record, id }: Typed): string | null {
  return record && id?.startsWith('/') ? id : null;
}

function pathOf(subject: CallSubject | undefined): string | null {
  const { patient, visit } = subject ?? {};
  const PatientId = visit?.PatientId ?? patient?.PatientId;
  if (!PatientId) return null;
  return visit ? `/patients/${PatientId}?visit=${visit.VisitId}` : `/patients/${PatientId}`;
}

async function giveUp({ key }: Typed): Promise<void> {
  try {
    const text = await readDraft(key);
    await dropDraft(key);
    toastUndo('Text thrown away.', () => void putBack(key, text));
  } catch {
    toastNegative('This could not be thrown away now. It is kept; try again.');
  }
}

async function putBack(key: string, text: unknown): Promise<void> {
  try {
    // Somebody may have begun anew in its place, which stays.
    const place = await takeFree(baseOf(key));
    await saveDraft(place.key, text).finally(place.release);
  } catch {
    toastNegative('The text could not be put back on this device.');
  }
}
