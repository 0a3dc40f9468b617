import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { capitalized } from '#contract/base/nouns.ts';
import { listedTitle } from '#contract/documentation/field-titles.ts';
import { formNamed } from '#contract/records.ts';
import { subjectsOfCalls, type CallSubject } from '#local/outbox/call-patient.ts';
import { takeFree } from '#local/drafts/draft-locks.ts';
import { baseOf, dropDraft, readDraft, saveDraft } from '#local/drafts/drafts.ts';
import { newerTextThan } from '#local/drafts/newer-text.ts';
import type { Typed } from '#local/drafts/unsaved-drafts.ts';
import { reopen } from '#shared/autosave/reopen.ts';
import { spoken, subjectWords } from '#shared/call-words.ts';
import type { DraftName, DraftView, DraftViews } from '#shared/conflict-views.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastNegative, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import classes from '../sync-drawer.module.css';
import { visitPath } from '../visit-path.ts';
import { useChangeViews } from './change-views.tsx';

type Props = { typed: readonly Typed[]; onGo: (path: string) => void };

/** Text that was typed before a tab closed or a screen locked and that no save has taken: opened, it goes on from there. */
export function TypedSection({ typed, onGo }: Props) {
  const subjects = useLiveValue(() => subjectsOfCalls(typed.map(({ id }) => ({ id }))), [typed]);
  if (!subjects) return null;
  return (
    <section>
      <h3 className={classes.heading} id="typed-not-saved">
        Unsaved drafts
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
  const view = viewOf(typed, useChangeViews().draftViews);
  const path = view.path ?? pathOf(subject);
  const about = subjectWords(subject);
  const [newer, setNewer] = useState<string[]>([]);

  function go(to: string): void {
    setNewer([]);
    onGo(to);
    reopen(typed.key);
  }

  async function openNote(visit: string, to: string): Promise<void> {
    const found = await newerTextThan(typed.key, visit).catch(() => []);
    if (found.length > 0) setNewer(found);
    else go(to);
  }

  /** A note alone: of other forms it is not known here what was saved since. */
  function open(to: string): void {
    if (typed.kind === 'note' && typed.id !== null) void openNote(typed.id, to);
    else go(to);
  }

  return (
    <li className={classes.call}>
      <div>
        <span className={classes.what}>{view.what}</span>
        {view.listsFields && `: ${labelsOf(typed, typed.fields)}`}
      </div>
      {about && <div className={classes.whom}>{about}</div>}
      <p className={classes.reason}>
        {path
          ? 'Mainstay closed or locked before you saved this. Open it to continue.'
          : 'The record is not on this device. Your text is kept. Search for the patient, then open this again.'}
      </p>
      <Group gap={8}>
        {path && (
          <Button variant="default" onClick={() => open(path)}>
            {view.open}
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => void giveUp(typed)}>
          Discard draft
        </Button>
      </Group>
      <ConfirmDialog
        opened={newer.length > 0}
        title="Replace newer text?"
        confirmLabel="Replace"
        cancelLabel="Keep newer text"
        onConfirm={() => path && go(path)}
        onCancel={() => setNewer([])}
      >
        You saved newer text in {labelsOf(typed, newer)} after this draft. If you open the draft, it takes the place of
        that text.
      </ConfirmDialog>
    </li>
  );
}

function labelsOf(typed: Typed, fields: readonly string[]): string {
  return [...new Set(fields.map((field) => labelOf(typed, field)))].join(', ');
}

function labelOf({ kind, record = '' }: Typed, field: string): string {
  return formNamed(record)?.fields[field]?.label ?? (kind === 'note' ? listedTitle(field) : spoken(field));
}

/** Of a form of the clinic's own screens its key names the address; of a record of the site too. */
function viewOf({ kind, id, record: name = '' }: Typed, views: DraftViews): DraftView {
  const record = formNamed(name);
  const at = id?.indexOf('/') ?? -1;
  const alone = record && id === null ? { path: record.path } : {};
  const path = id !== null && at >= 0 ? { path: id.slice(at) } : alone;
  if (record) return { what: capitalized(record.noun), open: 'Open form', listsFields: true, ...path };
  return kind === 'at' ? { ...views[id?.slice(0, at) as DraftName], ...path } : views[kind as DraftName];
}

function pathOf({ patient, visit }: Partial<CallSubject> = {}): string | null {
  if (visit) return visitPath(visit);
  return patient ? `/patients/${patient.PatientId}` : null;
}

async function giveUp({ key }: Typed): Promise<void> {
  try {
    const text = await readDraft(key);
    await dropDraft(key);
    toastUndo('Draft discarded.', () => putBack(key, text));
  } catch {
    toastNegative('The draft could not be discarded. It is kept. Try again.');
  }
}

async function putBack(key: string, text: unknown): Promise<boolean> {
  try {
    // Somebody may have begun anew in its place, which stays.
    const place = await takeFree(baseOf(key));
    await saveDraft(place.key, text).finally(place.release);
    return true;
  } catch {
    toastNegative('The draft could not be restored on this device.');
    return false;
  }
}
