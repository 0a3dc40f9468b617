import { Button, Group, Modal } from '@mantine/core';

/** The alert itself; its code comes with the first one. */
export function AlertLayer({ sentence, onClose }: { sentence: string | null; onClose: () => void }) {
  return (
    <Modal.Root opened={sentence !== null} onClose={onClose} centered size={440}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content role="alertdialog" aria-label="Please read">
        <Modal.Body>
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
