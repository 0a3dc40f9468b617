import { useEffect, useState } from 'react';
import type { Mail, MailState } from '#contract/mail/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import classes from './mail.module.css';

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
  const { mails, isSent, failure, load } = useMails(isOnline);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<Mail | null>(null);
  const shown = mails?.filter((mail) => matches(mail, typed));
  return (
    <>
      <Toolbar label="Mail">
        <SearchBox label="Search mails" value={typed} onChange={setTyped} w={320} />
      </Toolbar>
      {mails && <p className={classes.note}>{isSent ? sentNote : keptNote}</p>}
      {!isOnline && <OfflineNote>You are offline. The mails are on the server.</OfflineNote>}
      {failure !== null && isOnline && (
        <ErrorState title="The mails could not be listed" onRetry={load}>
          {failure}
        </ErrorState>
      )}
      {!shown && failure === null && isOnline && <LoadingSkeleton label="Loading the mails" />}
      {shown && (
        <DataTable
          label="Mails, newest first"
          rows={shown}
          rowKey={(mail) => mail.MailId}
          onOpen={setOpened}
          selectedKey={opened?.MailId ?? null}
          columns={isSent ? [...columns, stateColumn] : columns}
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
        {opened && <MailText mail={opened} />}
      </SideDrawer>
    </>
  );
}

const sentNote =
  'Mainstay sends these mails through your mail server. A link that opens an account stands in the mail alone: nobody reads it here.';
const keptNote =
  'Embedded mail: what Mainstay writes arrives on this page. Nothing has left this machine, so hand links on yourself. Whoever may manage users can read the links here, those of colleagues too, until a mail server is set up.';

function MailText({ mail }: { mail: Mail }) {
  return (
    <>
      <p className={classes.head}>
        To {mail.to}, {showMoment(new Date(mail.at))}
      </p>
      {mail.problem !== null && <p className={classes.problem}>{mail.problem}</p>}
      <div className={classes.body}>
        {mail.body.split(/(https?:\/\/\S+)/).map((part, at) =>
          at % 2 === 1 ? (
            // oxlint-disable-next-line react/no-array-index-key -- the text of a mail never changes
            <a key={at} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </div>
    </>
  );
}

function useMails(isOnline: boolean) {
  const [{ mails, isSent }, setList] = useState<{ mails: Mail[] | null; isSent: boolean }>({
    mails: null,
    isSent: false,
  });
  const [failure, setFailure] = useState<string | null>(null);
  function load(): void {
    call('mail.list', {})
      .then((reply) => {
        setList(reply);
        setFailure(null);
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'The list did not arrive.'));
  }
  useEffect(() => {
    if (isOnline) load();
  }, [isOnline]);
  return { mails, isSent, failure, load };
}

function matches({ subject, to }: Mail, typed: string): boolean {
  return `${subject} ${to}`.toLowerCase().includes(typed.trim().toLowerCase());
}
