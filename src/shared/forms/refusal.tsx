import { Alert, Button, Group } from '@mantine/core';
import { AppError } from '#contract/base/errors.ts';

/** Why rules were not saved; overtaken where somebody else was faster, and they show what is no longer so. */
export type Refused = { sentence: string; isOvertaken?: boolean };

export function refusalOf(error: unknown, what: string): Refused {
  if (error instanceof AppError) return { sentence: error.message, isOvertaken: error.kind === 'changed-elsewhere' };
  return { sentence: error instanceof Error ? error.message : `The ${what} could not be saved. Nothing was changed.` };
}

type Props = { refused: Refused | null; onReload: () => void };

export function Refusal({ refused, onReload }: Props) {
  if (!refused) return null;
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      {refused.sentence}
      {refused.isOvertaken && (
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={onReload}>
            Show current version
          </Button>
        </Group>
      )}
    </Alert>
  );
}
