import { Radio } from '@mantine/core';
import type { SeriesScope } from '#contract/visits/series-scope.ts';

const words: Record<SeriesScope, string> = {
  this: 'This visit',
  following: 'This and following visits',
  all: 'All visits not started',
};

/** Which visits of a series a change is for; nothing is changed along silently. */
export function VisitScope({ which, onChange }: { which: SeriesScope; onChange: (which: SeriesScope) => void }) {
  return (
    <Radio.Group
      label="This visit belongs to a series. Change"
      value={which}
      onChange={(value) => onChange(value as SeriesScope)}
    >
      {Object.entries(words).map(([value, label]) => (
        <Radio key={value} value={value} label={label} mt={6} />
      ))}
    </Radio.Group>
  );
}
