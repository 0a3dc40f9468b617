import { TextInput } from '@mantine/core';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import type { SignWarnings } from './use-sign-warnings.ts';

/** The warnings before a signature, with a field for the reason of each that needs one. */
export function WarningFields({ of, isAsked }: { of: SignWarnings; isAsked: boolean }) {
  const { warnings, isLoading, typed, type, lacking } = of;
  return (
    <>
      {isLoading && <LoadingSkeleton label="Checking the due dates" rows={1} />}
      {warnings.map(({ key, sentence, needsReason }) =>
        needsReason ? (
          <TextInput
            key={key}
            label={sentence}
            description={`${key === 'cloned' ? '' : 'Late. '}Your reason is saved with the signature.`}
            placeholder="Reason"
            maxLength={300}
            value={typed[key] ?? ''}
            error={isAsked && lacking.has(key) ? 'Enter the reason.' : null}
            onChange={(event) => type(key, event.currentTarget.value)}
          />
        ) : (
          <p key={key}>{sentence}</p>
        ),
      )}
    </>
  );
}
