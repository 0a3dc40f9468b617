import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { intakeWords } from '#contract/words/intake-page.ts';
import { LanguageScope } from '../../kit/language.tsx';
import { PhotoQuestion } from './photo-question.tsx';

const words = intakeWords.en;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a photo that the phone can’t read is asked for again, and nothing is sent', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
  });
  const onPhoto = vi.fn<(jpeg: string) => void>();
  const question = { kind: 'photo', key: 'front', label: 'Front of the card' } as const;
  render(
    <LanguageScope>
      <PhotoQuestion asked={{ question, value: undefined } as never} onPhoto={onPhoto} />
    </LanguageScope>,
  );
  const input = screen.getByLabelText(`${words.takePhoto}: Front of the card`);
  await userEvent.upload(input, new File([new Uint8Array(64)], 'card.heic', { type: 'image/heic' }));
  expect((await screen.findByRole('alert')).textContent).toBe(words.photoFailed);
  expect(screen.getByLabelText(`${words.takePhoto}: Front of the card`)).toBeTruthy();
  expect(onPhoto).not.toHaveBeenCalled();
});
