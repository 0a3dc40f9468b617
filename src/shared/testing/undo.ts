import { fireEvent, screen } from '@testing-library/react';

/**
 * Presses Undo as soon as it is there. It stays for 8 s, and a busy machine may need as long to look a button up by its
 * role and to move a pointer to it.
 */
export async function pressUndo(): Promise<void> {
  fireEvent.click(await screen.findByText('Undo'));
}
