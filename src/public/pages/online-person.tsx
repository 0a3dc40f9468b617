import { schedulingWords } from '#contract/words/scheduling-page.ts';
import { Check, Field } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';
import type { Draft } from './online-kept.ts';

type Props = { draft: Draft; onDraft(more: Partial<Draft>): Promise<void> };

/** The name of somebody whom the clinic does not know yet. */
export function PersonFields({ draft, onDraft, isTried }: Props & { isTried: boolean }) {
  const words = useWords(schedulingWords);
  const name = (field: 'FirstName' | 'LastName', label: string, autoComplete: string) => (
    <Field label={label} error={isTried && draft[field].trim() === '' ? words.nameWrong : undefined}>
      {({ id, describedBy, isWrong }) => (
        <input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          autoComplete={autoComplete}
          maxLength={60}
          value={draft[field]}
          onChange={(event) => void onDraft({ [field]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {name('FirstName', words.first, 'given-name')}
      {name('LastName', words.last, 'family-name')}
    </>
  );
}

type TrapProps = Props & { leftEmpty: string; onLeftEmpty(text: string): void };

/** Whether they want reminders, and a field that people neither see nor reach by a key: a program fills it in. */
export function MessagesAndTrap({ draft, onDraft, leftEmpty, onLeftEmpty }: TrapProps) {
  const words = useWords(schedulingWords);
  return (
    <>
      <Check
        label={words.messages}
        hint={words.messagesHint}
        isChecked={draft.wantsMessages}
        onChange={(wantsMessages) => void onDraft({ wantsMessages })}
      />
      <div className="unseen" aria-hidden="true">
        <label>
          {words.leaveEmpty}
          <input
            tabIndex={-1}
            autoComplete="off"
            value={leftEmpty}
            onChange={(event) => onLeftEmpty(event.currentTarget.value)}
          />
        </label>
      </div>
    </>
  );
}
