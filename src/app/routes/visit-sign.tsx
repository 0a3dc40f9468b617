import { useDeferredValue, type ComponentProps } from 'react';
import { isMedicare } from '#contract/cases/payers-of-case.ts';
import { exercisesToSign } from '#contract/flowsheet/to-sign.ts';
import { CosignPanel } from '#features/documentation/cosign-panel.tsx';
import { SignPanel } from '#features/documentation/sign-panel.tsx';
import { useCells, type FlowsheetEntry } from '#features/flowsheet/use-flowsheet.ts';
import type { VisitData } from './visit-data.ts';

type Props = Omit<ComponentProps<typeof SignPanel>, 'exercises' | 'cells'> & { data: VisitData; entry: FlowsheetEntry };

/**
 * What is missing to sign a visit's note, or its cosignature, with what is typed in the flowsheet: a moment behind the keys,
 * so that they need not wait for it.
 */
export function VisitSign({ data, entry, ...props }: Props) {
  const { note, payers, sheet } = data;
  const { services, flushCharges } = props;
  const cells = useDeferredValue(useCells(entry));
  if (note?.signedAt)
    return note.cosignRequired && !note.cosignedAt ? (
      <CosignPanel note={note} services={services} cells={cells} flushCharges={flushCharges} />
    ) : null;
  const exercises = exercisesToSign({ ...sheet, cells, services, isMedicare: isMedicare(payers) });
  return <SignPanel {...props} exercises={exercises} cells={cells} />;
}
