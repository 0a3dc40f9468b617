import { Textarea } from '@mantine/core';
import { alertElement, alertSentence } from '#contract/outcomes/needs-alert.ts';
import classes from './alert-response.module.css';

type Props = {
  /** Several notes may be written on one page. */
  idPrefix?: string;
  /** What was done about the answers, as the note says it. */
  response: string;
  onResponse: (text: string) => void;
  onLeave: () => void;
};

/** Answers of a patient that somebody has to act on: what was done is part of the note, and asked for before it is signed. */
export function AlertResponse({ idPrefix, response, onResponse, onLeave }: Props) {
  return (
    <div className={classes.alert}>
      <p role="alert">{alertSentence}</p>
      <Textarea
        label="Response"
        id={idPrefix === undefined ? alertElement : `${idPrefix}-${alertElement}`}
        required
        autosize
        minRows={2}
        maxLength={500}
        value={response}
        onChange={(event) => onResponse(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </div>
  );
}
