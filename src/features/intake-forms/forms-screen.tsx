import { Button } from '@mantine/core';
import { useState } from 'react';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import type { AskedOf } from '#contract/intake/form.ts';
import type { NewForm, OwnFormLine } from '#contract/intake-forms/own-form.ts';
import { emptyForm } from '#contract/intake-forms/published-form.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable } from '#shared/ui/data-table/data-table.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import part from '#shared/ui/part/part.module.css';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { askedOfWords } from './asked-of-words.ts';
import { builtInName, nameOfBuiltIn } from './built-in-name.ts';
import { useFormChoices } from './use-form-choices.ts';
import classes from './intake-forms.module.css';

/** Adds a form and tells its id; null where that did not work, which is told. */
export async function addForm(draft: NewForm): Promise<string | null> {
  try {
    return (await call('intakeForms.create', draft)).OwnFormId;
  } catch (cause) {
    toastFailure(cause, 'The form could not be added. Nothing was changed.');
    return null;
  }
}

type Line = {
  id: string;
  title: string;
  askedOf: AskedOf;
  version: string;
  published: string;
  own: OwnFormLine | null;
};

/** /company/forms: what patients fill in before a visit; `onOpen` is told a form's id. */
export function FormsScreen({ onOpen }: { onOpen: (id: string) => void }) {
  const fetched = useFetched(() => call('intakeForms.list', {}));
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const { payers, visitTypes } = useFormChoices();
  const payerName = (id: string) => payers.find(({ value }) => value === id)?.label ?? 'a former payer';

  async function add(): Promise<void> {
    setBusy(true);
    const id = await addForm(emptyForm());
    setBusy(false);
    if (id !== null) onOpen(id);
  }
  return (
    <section aria-labelledby="forms">
      <div className={classes.heading}>
        <h2 id="forms" className={part.heading}>
          Forms
        </h2>
        <Button variant="default" size="xs" disabled={!isOnline} loading={isBusy} onClick={() => void add()}>
          New form
        </Button>
      </div>
      <p className={part.help}>
        Patients fill these in before a visit. Copy a built-in form to change it, or write your own.
      </p>
      <FetchedPart of={fetched} what="forms" rows={6}>
        {({ forms }) => (
          <>
            <DataTable
              label="Forms"
              rows={linesOf(forms)}
              rowKey={({ id }) => id}
              onOpen={({ id }) => onOpen(id)}
              columns={[
                { key: 'title', title: 'Form', cell: ({ title }) => title },
                {
                  key: 'for',
                  title: 'Required for',
                  cell: (line) => askedOfWords(line.askedOf, { payerName, types: visitTypes.types }),
                  secondary: true,
                },
                { key: 'version', title: 'Version', cell: ({ version }) => version },
                { key: 'published', title: 'Published', cell: ({ published }) => published, secondary: true },
                { key: 'state', title: 'State', cell: ({ own }) => <State own={own} /> },
              ]}
            />
            {forms.length === 0 && <p className={classes.hint}>The clinic has no forms of its own yet.</p>}
          </>
        )}
      </FetchedPart>
    </section>
  );
}

/** The clinic's own first, then those built in that none of them replaces. */
function linesOf(forms: readonly OwnFormLine[]): Line[] {
  const replaced = new Set(forms.filter(isAsked).map(({ replaces }) => replaces));
  const own = forms.map((form) => ({
    id: form.OwnFormId as string,
    title: form.title[0] || 'Form without a title',
    askedOf: form.askedOf as AskedOf,
    version: form.version === 0 ? '-' : String(form.version),
    published: form.publishedAt === null ? '-' : showMoment(new Date(form.publishedAt)),
    own: form,
  }));
  const builtIn = builtInForms
    .filter(({ IntakeFormId }) => !replaced.has(IntakeFormId))
    .map((form) => ({
      id: form.IntakeFormId,
      title: nameOfBuiltIn(form),
      askedOf: form.askedOf,
      version: String(form.version),
      published: 'Comes with Mainstay',
      own: null,
    }));
  return [...own, ...builtIn];
}

const isAsked = ({ isOn, version }: OwnFormLine) => isOn && version > 0;

function State({ own }: { own: OwnFormLine | null }) {
  if (own === null) return <MeaningBadge meaning="past">Built in</MeaningBadge>;
  if (own.version === 0) return <MeaningBadge meaning="needs">Not published</MeaningBadge>;
  if (!own.isOn) return <MeaningBadge meaning="past">Off</MeaningBadge>;
  if (own.isChanged) return <MeaningBadge meaning="progress">Changed draft</MeaningBadge>;
  return (
    <MeaningBadge meaning="done">{own.replaces === null ? 'On' : `For ${builtInName(own.replaces)}`}</MeaningBadge>
  );
}
