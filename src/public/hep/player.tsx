import { useState } from 'react';
import type { OwnItem, OwnProgram } from '#contract/hep/endpoints.ts';
import { difficulties } from '#contract/hep/difficulties.ts';
import { highPain } from '#contract/hep/high-pain.ts';
import type { LogEntry } from '#contract/hep/home-program-log.ts';
import type { Today } from '#contract/hep/todays-list.ts';
import { hepWords, howOften } from '#contract/words/hep-page.ts';
import { fill } from '#contract/words/language.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { Counter } from './counter.tsx';
import { Figure } from './figure.tsx';

type Props = {
  of: Today<OwnItem>;
  step: number;
  all: number;
  day: string;
  isYesterday: boolean;
  clinic: Pick<OwnProgram, 'clinic' | 'phone'> | null;
  onLog(entry: LogEntry): Promise<void>;
  onBack(): void;
};

type Difficulty = (typeof difficulties)[number];

/** One exercise: its drawing and text, a counter, and what was done of it. */
export function Player({ of: { item }, step, all, day, isYesterday, clinic, onLog, onBack }: Props) {
  const words = useWords(hepWords);
  const { language } = useLanguage();
  const { Name, text, dose } = item[language];
  const [pain, setPain] = useState<number | null>(null);
  const [difficulty, setDifficulty] = useState<Difficulty | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Made with the page of the exercise: a second press is the same entry.
  const [id] = useState(() => crypto.randomUUID());

  async function log(done: boolean): Promise<void> {
    setBusy(true);
    const { HomeProgramId, ExerciseId } = item;
    const entry = { HomeProgramId, ExerciseId, day, done, Pain: pain, Difficulty: difficulty };
    try {
      await onLog({ ...entry, HomeProgramLogId: id as LogEntry['HomeProgramLogId'] });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Page
      title={Name}
      lead={fill(words.stepOf, { step: String(step), all: String(all) })}
      clinic={clinic?.clinic}
      phone={clinic?.phone}
    >
      <Figure svg={item.figure} size={220} />
      <p className="dose">{[dose, howOften(item, language)].filter(Boolean).join('; ')}</p>
      <p>{text}</p>
      {item.Note !== null && (
        <Notice kind="note">
          {words.noteFrom}: {item.Note}
        </Notice>
      )}
      {!isYesterday && <Counter counts={item.counts} />}
      <Pain value={pain} onChange={setPain} />
      {pain !== null && pain >= highPain && <Notice kind="failure">{words.highPain}</Notice>}
      <fieldset className="choices">
        <legend>{words.difficulty}</legend>
        {difficulties.map((one) => (
          <label key={one} className="choice">
            <input type="radio" name="difficulty" checked={difficulty === one} onChange={() => setDifficulty(one)} />
            <span>{words[one]}</span>
          </label>
        ))}
      </fieldset>
      <p className="hint">{words.watched}</p>
      <div className="actions">
        <Button kind="filled" isBusy={isBusy} onClick={() => void log(true)}>
          {isYesterday ? words.markDoneFor : words.markDone}
        </Button>
        <Button isBusy={isBusy} onClick={() => void log(false)}>
          {words.couldNot}
        </Button>
        <Button onClick={onBack}>{words.back}</Button>
      </div>
    </Page>
  );
}

const scale = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function Pain({ value, onChange }: { value: number | null; onChange(value: number): void }) {
  const words = useWords(hepWords);
  return (
    <fieldset className="choices pain" aria-describedby="pain-hint">
      <legend>{words.pain}</legend>
      <p className="hint" id="pain-hint">
        {words.painHint}
      </p>
      {scale.map((one) => (
        <label key={one} className="choice">
          <input type="radio" name="pain" checked={value === one} onChange={() => onChange(one)} />
          <span>{one}</span>
        </label>
      ))}
    </fieldset>
  );
}
