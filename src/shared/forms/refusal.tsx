import { Alert, Button, Group } from '@mantine/core';
import { AppError } from '#contract/base/errors.ts';

/** Why something was not saved, and what can be done about it. */
export type Refused = {
  sentence: string;
  /** Somebody else was faster: the form can show what is there now. */
  isOvertaken?: boolean;
  insist?: { label: string; run: () => void };
};

export function refusalOf(error: unknown, what: string): Refused {
  if (error instanceof AppError) return { sentence: error.message, isOvertaken: error.kind === 'changed-elsewhere' };
  return { sentence: error instanceof Error ? error.message : `The ${what} could not be saved. Nothing was changed.` };
}

type Props = { refused: Refused | null; onReload?: () => void };

export function Refusal({ refused, onReload }: Props) {
  if (!refused) return null;
  const { sentence, isOvertaken, insist } = refused;
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      {sentence}
      {(isOvertaken === true || insist !== undefined) && (
        <Group gap="xs" mt="xs">
          {insist && (
            <Button size="xs" variant="default" onClick={insist.run}>
              {insist.label}
            </Button>
          )}
          {isOvertaken && onReload && (
            <Button size="xs" variant="default" onClick={onReload}>
              Show current version
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
}
