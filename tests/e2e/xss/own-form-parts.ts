import type { Clinic } from '../../clinic.ts';

type Input = Record<string, unknown>;

/** Keys and places are no text, and payers and visit types are those of the clinic. */
function drafted({ replaces: _replaces, ...input }: Input): Input {
  const { PayerIds: _payers, VisitTypeIds: _types, ...askedOf } = (input['askedOf'] ?? {}) as Input;
  const pages = ((input['pages'] ?? []) as Input[]).map(({ showIf: _showIf, ...page }) => ({
    ...page,
    key: 'p1',
    questions: ((page['questions'] ?? []) as Input[]).map(({ showIf: _if, ...question }) => ({
      ...question,
      kind: 'choice',
      key: 'q1',
    })),
  }));
  return { ...input, askedOf, pages };
}

/** What calls about the clinic's own forms need besides text. */
export const ownFormParts = {
  'intakeForms.create': (input: Input) => ({ ...drafted(input), replaces: null }),
  async 'intakeForms.update'({ base: _base, ...input }: Input, { clinic }: { clinic: Clinic }) {
    const id = crypto.randomUUID();
    await clinic.sql(
      `insert into intake_form_drafts (site, "OwnFormId", title, "askedOf", pages, "isOn")
       values ('demo', $1, '["Sleep", ""]', '{}', '[]', true)`,
      [id],
    );
    return { ...drafted(input), id };
  },
};
