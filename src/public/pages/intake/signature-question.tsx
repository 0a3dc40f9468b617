import { useId, useState } from 'react';
import type { Question } from '#contract/intake/form.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import { Button, Field } from '../../kit/controls.tsx';
import { useLanguage, useWords } from '../../kit/language.tsx';
import { mayKeepInput } from '../../kit/session.ts';
import type { PendingSignature } from './sealed-input.ts';
import { SignatureField, type Lines } from './signature-field.tsx';

const relationships = ['parent', 'guardian', 'spouse', 'child', 'attorney', 'other'] as const;

type Props = {
  question: Extract<Question, { kind: 'signature' }>;
  isSigned: boolean;
  isMissing: boolean;
  needsProxy: boolean;
  onSign(signature: Omit<PendingSignature, 'question'>): void;
};

/** A text to read and to sign: by finger, or by the typed name alone; of a minor by an adult who says who they are. */
export function SignatureQuestion({ question, isSigned, isMissing, needsProxy, onSign }: Props) {
  const words = useWords(intakeWords);
  const { language } = useLanguage();
  const id = useId();
  const [isAgain, setAgain] = useState(false);
  const [SignerName, setName] = useState('');
  const [Relationship, setRelationship] = useState<(typeof relationships)[number] | ''>('');
  const [lines, setLines] = useState<Lines>([]);
  const [isTried, setTried] = useState(false);
  const lacksWho = needsProxy && Relationship === '';

  async function sign(): Promise<void> {
    setTried(true);
    if (SignerName.trim() === '' || lacksWho) return;
    const textHash = await hashOf(signedText(question));
    const strokes = lines.length === 0 ? null : lines;
    const who = needsProxy && Relationship !== '' ? Relationship : null;
    onSign({ SignedConsentId: crypto.randomUUID(), language, textHash, strokes, SignerName, Relationship: who });
    setAgain(false);
    setTried(false);
  }
  const isOpen = !isSigned || isAgain;
  return (
    <section className="question" aria-labelledby={id} data-wrong={(isMissing && isOpen) || undefined}>
      {question.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <h2 id={id}>{question.label}</h2>
      {!isOpen && (
        <>
          <p className="notice done" role="status">
            {words.signed}
          </p>
          <Button onClick={() => setAgain(true)}>{words.signAgain}</Button>
        </>
      )}
      {isOpen && (
        <>
          {needsProxy && <p>{words.proxyLead}</p>}
          <Field label={words.signName} error={isTried && SignerName.trim() === '' ? words.nameMissing : undefined}>
            {({ id: field, describedBy, isWrong }) => (
              <input
                id={field}
                aria-describedby={describedBy}
                aria-invalid={isWrong}
                autoComplete={mayKeepInput() ? 'name' : 'off'}
                maxLength={120}
                value={SignerName}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          {needsProxy && (
            <Field label={words.relationship} error={isTried && lacksWho ? words.chooseRelationship : undefined}>
              {({ id: field, describedBy, isWrong }) => (
                <select
                  id={field}
                  className="wide"
                  aria-describedby={describedBy}
                  aria-invalid={isWrong}
                  value={Relationship}
                  onChange={(event) => setRelationship(event.currentTarget.value as typeof Relationship)}
                >
                  <option value="">{words.choose}</option>
                  {relationships.map((one) => (
                    <option key={one} value={one}>
                      {words[one]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <p className="hint">{words.signDraw}</p>
          <SignatureField lines={lines} onLines={setLines} />
          {isMissing && <p className="wrong">{words.required}</p>}
          <div className="actions">
            <Button kind="filled" onClick={() => void sign()}>
              {words.sign}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
