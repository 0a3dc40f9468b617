import { Button, Group, Modal } from '@mantine/core';
import { alertRole } from '#shared/ui/alert-role.ts';

/** The alert itself; its code comes with the first one. */
export function AlertLayer({ sentence, onClose }: { sentence: string | null; onClose: () => void }) {
  return (
    <Modal.Root opened={sentence !== null} onClose={onClose} centered size={440}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Please read">
        <Modal.Body ref={alertRole}>
          {sentence}
          <Group justify="flex-end" mt={20}>
            <Button data-autofocus onClick={onClose}>
              OK
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
