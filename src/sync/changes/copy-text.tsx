import { Button } from '@mantine/core';
import { toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';

/** Takes a text along that could only be discarded here. */
export function CopyText({ text }: { text: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toastDone('The text is copied.');
    } catch {
      toastNegative('This browser doesn’t let Mainstay copy. Select the text and copy it yourself.');
    }
  }
  return (
    <Button variant="default" onClick={() => void copy()}>
      Copy text
    </Button>
  );
}
