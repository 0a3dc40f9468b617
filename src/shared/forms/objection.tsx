import { Alert, Button, Group } from '@mantine/core';
import type { Refusals } from '#contract/record/record.ts';

/** Why a form is not saved as it is: an entry that is there already. */
export type Objection = {
  refusals: Refusals;
  other: { id: string; name: string };
  /** For what may be there all the same: what is sent with it then. */
  insist?: { label: string; sent: object };
};

type Props = { of: Objection; onOpen: ((id: string) => void) | undefined; onInsist: (sent: object) => void };

/** What can be done about an entry that is there already. */
export function ObjectionAlert({ of: { refusals, other, insist }, onOpen, onInsist }: Props) {
  return (
    <Alert color="yellow" variant="light" role="alert" mb="md">
      {Object.values(refusals)[0]}
      <Group gap="xs" mt="xs">
        {onOpen && (
          <Button size="xs" variant="default" onClick={() => onOpen(other.id)}>
            Open {other.name}
          </Button>
        )}
        {insist && (
          <Button size="xs" variant="default" onClick={() => onInsist(insist.sent)}>
            {insist.label}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
