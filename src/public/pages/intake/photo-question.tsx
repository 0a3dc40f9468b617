import { useId, useState } from 'react';
import { intakeWords } from '#contract/words/intake-page.ts';
import { fill } from '#contract/words/language.ts';
import { useWords } from '../../kit/language.tsx';
import { Group, type Asked } from './question.tsx';

type Props = { asked: Asked; onPhoto(jpeg: string): void };

/** A photo by the phone's own camera app; what it takes is drawn anew before it leaves the phone. */
export function PhotoQuestion({ asked, onPhoto }: Props) {
  const words = useWords(intakeWords);
  const id = useId();
  const [shown, show] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const isThere = typeof asked.value === 'string';

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    const photo = await import('./card-photo.ts').then(
      ({ cardPhoto }) => cardPhoto(file),
      () => null,
    );
    setFailed(photo === null);
    if (!photo) return;
    show(photo.url);
    onPhoto(photo.jpeg);
  }
  return (
    <Group asked={asked}>
      {isThere && shown !== null && (
        <img className="photo" src={shown} alt={fill(words.photoAlt, { name: asked.question.label })} />
      )}
      {isThere && (
        <p className="hint" role="status">
          {words.photoSaved}
        </p>
      )}
      {isFailed && (
        <p className="wrong" role="alert">
          {words.photoFailed}
        </p>
      )}
      <div className="take">
        <input
          id={id}
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={`${isThere ? words.retakePhoto : words.takePhoto}: ${asked.question.label}`}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <label className="button plain" htmlFor={id} aria-hidden="true">
          {isThere ? words.retakePhoto : words.takePhoto}
        </label>
      </div>
    </Group>
  );
}
