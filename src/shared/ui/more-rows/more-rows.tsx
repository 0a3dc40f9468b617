import { Button } from '@mantine/core';

type Props = { left: number; step: number; noun: string; onMore: () => void };

/** Below a long list: shows the next of the rows that are left. */
export function MoreRows({ left, step, noun, onMore }: Props) {
  if (left === 0) return null;
  return (
    <Button variant="default" size="xs" mt={8} onClick={onMore}>
      Show {Math.min(step, left)} earlier {noun} ({left} left)
    </Button>
  );
}
