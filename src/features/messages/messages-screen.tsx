import { useState } from 'react';
import type { MessageState, SentMessage } from '#contract/messages/message.ts';
import { isNameIn } from '#contract/patients/name-words.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LetterNote } from '#shared/ui/letter/letter-note.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import { MessageText } from './message-text.tsx';
import classes from './messages.module.css';

type List = ReplyOf<'messages.list'>;

const states: Record<MessageState, { word: string; meaning: Meaning }> = {
  kept: { word: 'Not sent', meaning: 'past' },
  waiting: { word: 'Waiting', meaning: 'needs' },
  sending: { word: 'Sending', meaning: 'progress' },
  sent: { word: 'Sent', meaning: 'done' },
  failed: { word: 'Failed', meaning: 'danger' },
  dropped: { word: 'Replaced', meaning: 'past' },
  received: { word: 'Received', meaning: 'done' },
};

const kinds: Record<string, string> = {
  code: 'Login code',
  codesPaused: 'Login paused',
  contactChanged: 'Mobile number changed',
  intake: 'Forms',
  reminder: 'Reminder',
  booked: 'Booked',
  moved: 'Moved',
  cancelled: 'Canceled',
  offer: 'Offer',
  offerTaken: 'Offer filled',
  hep: 'Home program',
  other: 'Several visits',
  survey: 'Survey',
  review: 'Review link',
  reply: 'Patient reply',
  answer: 'STOP or START',
  'visit-start': 'Visit started',
};

const columns: Column<SentMessage>[] = [
  { key: 'name', title: 'Patient', cell: ({ name }) => <span className={classes.name}>{name}</span> },
  { key: 'kind', title: 'About', cell: ({ kind }) => kinds[kind] ?? kind },
  { key: 'channel', title: 'By', cell: ({ channel }) => (channel === 'email' ? 'Email' : 'Text'), secondary: true },
  { key: 'to', title: 'To or from', cell: ({ to }) => to, secondary: true },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => <MeaningBadge meaning={states[state].meaning}>{states[state].word}</MeaningBadge>,
  },
  { key: 'at', title: 'When', cell: (message) => momentOf(message), secondary: true },
];

/** Sent at, or to be sent from; otherwise when it was written. */
function momentOf({ state, sentAt, notBefore, writtenAt }: SentMessage): string {
  if (state === 'waiting') return `From ${showMoment(new Date(notBefore))}`;
  return showMoment(new Date(sentAt ?? writtenAt));
}

/** What was written to patients, by which way, and what became of it. */
export function MessagesScreen() {
  const isOnline = useOnline();
  const { value: list, error, load } = useFetched(() => call('messages.list', {}));
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<SentMessage | null>(null);
  const shown = list?.messages.filter((message) => matches(message, typed));
  return (
    <>
      <Toolbar label="Messages">
        <SearchBox label="Search messages" value={typed} onChange={setTyped} w={320} />
      </Toolbar>
      {list && <LetterNote>{noteOf(list)}</LetterNote>}
      {!isOnline && <OfflineNote>You are offline. The messages are on the server.</OfflineNote>}
      {error !== null && isOnline && (
        <ErrorState title="The messages could not be loaded" onRetry={load}>
          {error}
        </ErrorState>
      )}
      {!shown && error === null && isOnline && <LoadingSkeleton label="Loading the messages" />}
      {shown && (
        <DataTable
          label="Messages to patients, newest first"
          rows={shown}
          rowKey={({ MessageId }) => MessageId}
          onOpen={setOpened}
          selectedKey={opened?.MessageId ?? null}
          columns={columns}
          empty={
            typed === '' ? (
              <EmptyState title="No messages yet">
                Reminders and visit updates appear here. Choose which ones to send under Settings.
              </EmptyState>
            ) : (
              <EmptyState title="No message matches">Search by patient, address or subject.</EmptyState>
            )
          }
        />
      )}
      <SideDrawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? `${kinds[opened.kind] ?? opened.kind}: ${opened.name}` : 'Message'}
        size={520}
      >
        {opened && list && (
          <MessageText
            message={opened}
            canReply={opened.channel === 'text' && opened.state !== 'received' && !list.areTextsSent}
            onReplied={load}
          />
        )}
      </SideDrawer>
    </>
  );
}

function noteOf({ areMailsSent, areTextsSent }: List): string {
  if (areMailsSent && areTextsSent)
    return 'Mainstay sends these through your mail server and text gateway. Links are shown only in the message.';
  if (areMailsSent)
    return 'Mainstay sends emails through your mail server. No text gateway is set up, so texts stay on this page.';
  if (areTextsSent)
    return 'Mainstay sends texts through your text gateway. No mail server is set up, so emails stay on this page.';
  return 'Test mode: no mail server or text gateway is set up. Messages to patients stay on this page and are not sent.';
}

function matches({ subject, to, name, kind }: SentMessage, typed: string): boolean {
  return isNameIn(`${subject} ${to} ${name} ${kinds[kind] ?? kind}`, typed);
}
