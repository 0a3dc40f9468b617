import { Alert, Button, Group } from '@mantine/core';
import { AppError } from '#contract/base/errors.ts';

/** Why something was not saved, and what can be done about it. */
export type Refused = {
  sentence: string;
  /** The entry that is in the way. */
  other?: { id: string; name: string };
  /** Somebody else was faster: the form shows what is no longer so. */
  isOvertaken?: boolean;
  /** Saves it all the same. */
  insist?: { label: string; run: () => void };
};

export function refusalOf(error: unknown, what: string): Refused {
  if (error instanceof AppError) return { sentence: error.message, isOvertaken: error.kind === 'changed-elsewhere' };
  return { sentence: error instanceof Error ? error.message : `The ${what} could not be saved. Nothing was changed.` };
}

type Props = { refused: Refused | null; onOpen?: (id: string) => void; onReload: () => void };

export function Refusal({ refused, onOpen, onReload }: Props) {
  if (!refused) return null;
  const { sentence, other, isOvertaken, insist } = refused;
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      {sentence}
      {(other !== undefined || isOvertaken === true || insist !== undefined) && (
        <Group gap="xs" mt="xs">
          {other && (
            <Button size="xs" variant="default" onClick={() => onOpen?.(other.id)}>
              Open {other.name}
            </Button>
          )}
          {insist && (
            <Button size="xs" variant="default" onClick={insist.run}>
              {insist.label}
            </Button>
          )}
          {isOvertaken && (
            <Button size="xs" variant="default" onClick={onReload}>
              Show what is there now
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
}
