import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { longestText } from '#contract/messages/endpoints.ts';
import type { SentMessage } from '#contract/messages/message.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { Letter } from '#shared/ui/letter/letter.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './messages.module.css';

const heardWords = {
  stop: 'This number replied STOP and gets no more texts.',
  start: 'This number replied START and gets texts again.',
  noted: 'The reply is listed with the messages.',
} as const;

/** A message as it was written; where texts go nowhere, with a box to answer as the patient would. */
export function MessageText({
  message,
  canReply,
  onReplied,
}: {
  message: SentMessage;
  canReply: boolean;
  onReplied: () => void;
}) {
  const { state, to, writtenAt, notBefore, problem, subject, body } = message;
  return (
    <>
      <Letter problem={problem} subject={subject} body={body}>
        {state === 'received' ? 'From' : 'To'} {to}, written {showMoment(new Date(writtenAt))}
        {state === 'waiting' && `, scheduled for ${showMoment(new Date(notBefore))}`}
      </Letter>
      {canReply && <ReplyForm MessageId={message.MessageId} onReplied={onReplied} />}
    </>
  );
}

function ReplyForm({ MessageId, onReplied }: { MessageId: string; onReplied: () => void }) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function reply(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (text.trim() === '') return;
    setBusy(true);
    try {
      const { heard } = await call('messages.reply', { id: MessageId, text });
      setText('');
      toastDone(heardWords[heard]);
      onReplied();
    } catch (error) {
      toastFailure(error, 'The reply was not accepted. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.reply} onSubmit={(event) => void reply(event)}>
      <TextInput
        label="Reply as patient"
        description="No text gateway is set up. Test a reply here, such as STOP or START."
        maxLength={longestText}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        Send reply
      </Button>
    </form>
  );
}
