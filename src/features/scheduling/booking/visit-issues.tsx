import { Checkbox } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { Issue } from '#contract/scheduling/issue.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { useSettledTold } from '#shared/ui/live-region/settled-count.tsx';
import classes from './visit-drawer.module.css';

type Props = {
  issues: readonly Issue[];
  /** Sentences that were accepted: another time has others. */
  accepted: readonly string[];
  /** Where the calendar could not be read. */
  readAgain: (() => void) | null;
  onAccept: (sentence: string, isAccepted: boolean) => void;
};

const looks = {
  hard: { Icon: IconBan, word: 'Cannot be booked' },
  red: { Icon: IconAlertTriangle, word: 'Needs confirmation' },
  amber: { Icon: IconInfoCircle, word: 'Note' },
} as const;

/** What speaks against a booking: what stands in the way, what has to be accepted on purpose, and what is told. */
export function VisitIssues({ issues, accepted, readAgain, onAccept }: Props) {
  useSettledTold(issues.map(({ severity, sentence }) => `${looks[severity].word}: ${sentence}`).join(' '));
  return (
    <div role="group" aria-label="Notes about this visit">
      {readAgain && (
        <ErrorState title="Conflicts could not be checked" onRetry={readAgain}>
          You can still save this. The server checks the time when it gets the change.
        </ErrorState>
      )}
      {issues.length > 0 && (
        <ul className={classes.issues}>
          {issues.map(({ code, severity, sentence }) => {
            const { Icon, word } = looks[severity];
            return (
              <li key={`${code} ${sentence}`} className={classes.issue} data-severity={severity}>
                <Icon size={16} stroke={1.75} aria-hidden className={classes.issueIcon} />
                <div>
                  <span className={classes.issueWord}>{word}: </span>
                  {sentence}
                  {severity === 'red' && (
                    <Checkbox
                      mt={6}
                      label="Book it anyway"
                      aria-label={`Book it anyway: ${sentence}`}
                      checked={accepted.includes(sentence)}
                      onChange={(event) => onAccept(sentence, event.currentTarget.checked)}
                    />
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
