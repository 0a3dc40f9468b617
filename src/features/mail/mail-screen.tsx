import { useState } from 'react';
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
      <Toolbar label="Mail">
        <SearchBox label="Search mails" value={typed} onChange={setTyped} w={320} />
      </Toolbar>
      {list && <LetterNote>{list.isSent ? sentNote : keptNote}</LetterNote>}
      {!isOnline && <OfflineNote>You are offline. The mails are on the server.</OfflineNote>}
      {error !== null && isOnline && (
        <ErrorState title="The mails could not be listed" onRetry={load}>
          {error}
        </ErrorState>
      )}
      {!list && error === null && isOnline && <LoadingSkeleton label="Loading the mails" />}
      {list && (
        <DataTable
          label="Mails, newest first"
          rows={list.mails.filter((mail) => matches(mail, typed))}
          rowKey={(mail) => mail.MailId}
          onOpen={setOpened}
          selectedKey={opened?.MailId ?? null}
          columns={list.isSent ? [...columns, stateColumn] : columns}
          empty={
            typed === '' ? (
              <EmptyState title="No mail yet">Invitations and links for new passwords appear here.</EmptyState>
            ) : (
              <EmptyState title="No mail matches">Search by subject or address.</EmptyState>
            )
          }
        />
      )}
      <SideDrawer opened={opened !== null} onClose={() => setOpened(null)} title={opened?.subject ?? 'Mail'} size={520}>
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
  'Mainstay sends these mails through your mail server. A link that opens an account stands in the mail alone: nobody reads it here.';
const keptNote =
  'Embedded mail: what Mainstay writes arrives on this page. Nothing has left this machine, so hand links on yourself. Whoever may manage users can read the links here, those of colleagues too, until a mail server is set up.';

function matches({ subject, to }: Mail, typed: string): boolean {
  return `${subject} ${to}`.toLowerCase().includes(typed.trim().toLowerCase());
}
