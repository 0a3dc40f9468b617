import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Deletion and other things that cannot be taken back. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The dialog itself; its code comes with the first one that opens. */
export function ConfirmLayer(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger = false,
    busy = false,
    onConfirm,
    onCancel,
  } = props;
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      centered
      size={440}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text component="div" size="md">
        {children}
      </Text>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onCancel} data-autofocus={danger || undefined}>
          {cancelLabel}
        </Button>
        <Button
          {...(danger ? { color: 'red.7' } : {})}
          onClick={onConfirm}
          loading={busy}
          data-autofocus={danger ? undefined : true}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
