/** Mantine calls every modal a dialog; this ref on something within makes it one that must be answered. */
export function alertRole(within: HTMLElement | null): void {
  within?.closest('[role=dialog]')?.setAttribute('role', 'alertdialog');
}
