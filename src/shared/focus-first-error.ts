import { focusQuietly } from './focus/focus-quietly.ts';

/** The first field in error of the open drawer, or of the screen, takes focus (ui.md). */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    const layer = document.querySelector('[role=dialog]') ?? document;
    const field = layer.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    focusQuietly(field);
    field.scrollIntoView({ block: 'nearest' });
  });
}
