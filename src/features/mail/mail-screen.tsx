import { useState } from 'react';
import { isNameIn } from '#contract/patients/name-words.ts';
import type { Mail, MailState } from '#contract/mail/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LetterNote } from '#shared/ui/letter/letter-note.tsx';
import { Letter } from '#shared/ui/letter/letter.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';

const columns: Column<Mail>[] = [
  { key: 'subject', title: 'Subject', cell: (mail) => mail.subject },
  { key: 'to', title: 'To', cell: (mail) => mail.to },
  { key: 'at', title: 'Written', cell: (mail) => showMoment(new Date(mail.at)), secondary: true },
];

const stateColumn: Column<Mail> = {
  key: 'state',
  title: 'State',
  cell: ({ state }) => <MeaningBadge meaning={states[state].meaning}>{states[state].word}</MeaningBadge>,
};

const states: Record<MailState, { word: string; meaning: Meaning }> = {
  kept: { word: 'Not sent', meaning: 'past' },
  waiting: { word: 'Waiting', meaning: 'needs' },
  sending: { word: 'Sending', meaning: 'progress' },
  sent: { word: 'Sent', meaning: 'done' },
  failed: { word: 'Failed', meaning: 'danger' },
};

/** The mails Mainstay wrote: sent on by a mail server, or arriving here where none is configured. */
export function MailScreen() {
  const isOnline = useOnline();
  const { value: list, error, load } = useFetched(() => call('mail.list', {}));
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<Mail | null>(null);
  return (
    <>
      <Toolbar label="Email">
        <SearchBox label="Search emails" value={typed} onChange={setTyped} w={320} />
      </Toolbar>
      {list && <LetterNote>{list.isSent ? sentNote : keptNote}</LetterNote>}
      {!isOnline && <OfflineNote>You are offline. The emails are on the server.</OfflineNote>}
      {error !== null && isOnline && (
        <ErrorState title="The emails could not be loaded" onRetry={load}>
          {error}
        </ErrorState>
      )}
      {!list && error === null && isOnline && <LoadingSkeleton label="Loading the emails" />}
      {list && (
        <DataTable
          label="Emails, newest first"
          rows={list.mails.filter((mail) => matches(mail, typed))}
          rowKey={(mail) => mail.MailId}
          onOpen={setOpened}
          selectedKey={opened?.MailId ?? null}
          columns={list.isSent ? [...columns, stateColumn] : columns}
          empty={
            typed === '' ? (
              <EmptyState title="No emails yet">Invitations and password links appear here.</EmptyState>
            ) : (
              <EmptyState title="No email matches">Search by subject or email.</EmptyState>
            )
          }
        />
      )}
      <SideDrawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened?.subject ?? 'Email'}
        size={520}
      >
        {opened && (
          <Letter problem={opened.problem} body={opened.body}>
            To {opened.to}, {showMoment(new Date(opened.at))}
          </Letter>
        )}
      </SideDrawer>
    </>
  );
}

const sentNote =
  'Mainstay sends these emails through your mail server. Links that open an account are shown only in the email, not here.';
const keptNote =
  'Test mode: emails stay on this page and are not sent. Pass links on yourself. Until you set up a mail server, anyone who can manage users can read all links here.';

function matches({ subject, to }: Mail, typed: string): boolean {
  return isNameIn(`${subject} ${to}`, typed);
}
