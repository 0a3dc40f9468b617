import { useEffect, useRef, type ReactNode } from 'react';
import { commonWords } from '#contract/words/common-page.ts';
import { fill, languages, type Language } from '#contract/words/language.ts';
import { useLanguage, useWords } from './language.tsx';
import { showNumber } from './when.ts';

type Props = {
  title: string;
  lead?: ReactNode;
  /** Whose page it is, once that is known. */
  clinic?: string | undefined;
  phone?: string | null | undefined;
  children?: ReactNode;
};

/** One column: whose clinic, language and call on top, one heading, what there is to do. */
export function Page({ title, lead, clinic, phone, children }: Props) {
  const words = useWords(commonWords);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <>
      <title>{`${title} · ${clinic ?? 'Mainstay'}`}</title>
      <header className="top">
        <p className="clinic">{clinic ?? 'Mainstay'}</p>
        {phone !== null && phone !== undefined && (
          <a className="call" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {fill(words.call, { phone: showNumber(phone) })}
          </a>
        )}
        <LanguagePicker />
      </header>
      <main className="page">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
        {children}
      </main>
    </>
  );
}

function LanguagePicker() {
  const { language, speak } = useLanguage();
  const words = useWords(commonWords);
  return (
    <select
      className="language"
      aria-label={words.language}
      value={language}
      onChange={(event) => speak(event.currentTarget.value as Language)}
    >
      {Object.entries(languages).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Stands where the page will be, so that nothing moves when it comes. */
export function Loading() {
  const words = useWords(commonWords);
  return (
    <Page title={words.oneMoment}>
      <div className="skeleton" role="status" aria-label={words.loading}>
        <span />
        <span />
        <span />
      </div>
    </Page>
  );
}
