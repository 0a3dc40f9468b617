/** The first field in error of the open drawer, or of the screen, takes focus (ui.md). */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    const layer = document.querySelector('[role=dialog]') ?? document;
    layer.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}
