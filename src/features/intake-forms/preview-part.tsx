import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { OwnForm } from '#contract/intake-forms/own-form.ts';
import { previewOf } from '#contract/intake-forms/published-form.ts';
import { languages, type Language } from '#contract/words/language.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import classes from './intake-forms.module.css';

const PhonePreview = lazy(() => import('./preview/phone-preview.tsx').then((file) => ({ default: file.PhonePreview })));

type Props = { draft: Pick<OwnForm, 'OwnFormId' | 'title' | 'askedOf' | 'pages'> };

/** What patients see on a phone, by the parts of their own page, in the language that is chosen. */
export function PreviewPart({ draft }: Props) {
  const [language, setLanguage] = useState<Language>('en');
  return (
    <section className={classes.preview} aria-labelledby="form-preview">
      <div className={classes.previewHead}>
        <h3 id="form-preview">Preview</h3>
        {(Object.entries(languages) as [Language, string][]).map(([code, name]) => (
          <Button
            key={code}
            lang={code}
            size="xs"
            variant={code === language ? 'filled' : 'default'}
            aria-pressed={code === language}
            onClick={() => setLanguage(code)}
          >
            {name}
          </Button>
        ))}
      </div>
      <Suspense fallback={<LoadingSkeleton label="Loading the preview" rows={8} />}>
        <PhonePreview form={previewOf(draft, language)} language={language} />
      </Suspense>
      <p className={classes.hint}>Nothing that you answer here is kept.</p>
    </section>
  );
}
