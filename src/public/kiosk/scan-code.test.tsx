import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { LanguageScope } from '../kit/language.tsx';
import { FindVisit } from './find-visit.tsx';

const words = kioskWords.en;
const slowly = { timeout: 15_000 };
const token = `demo.${'A'.repeat(22)}`;
const visit = {
  VisitId: '0193a0a0-0000-7000-8000-00000000000c',
  FirstName: 'Rosa',
  Start: '2026-12-01T10:15',
};

/** What the camera sees from one look to the next; the last one again and again. */
let seen: string[][] = [];
let isCameraOn = false;
let mayUse = true;
let sent: { url: string; body: unknown }[] = [];
let visits: object[] = [];

beforeEach(() => {
  seen = [[]];
  isCameraOn = false;
  mayUse = true;
  sent = [];
  visits = [visit];
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      async detect() {
        const [next = [], ...others] = seen;
        if (others.length > 0) seen = others;
        return next.map((rawValue) => ({ rawValue }));
      }
    },
  );
  const getUserMedia = async () => {
    if (!mayUse) throw new DOMException('no', 'NotAllowedError');
    isCameraOn = true;
    return Object.assign(new MediaStream(), { getTracks: () => [{ stop: () => (isCameraOn = false) }] });
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const path = url.replace('/api', '');
    sent.push({ url: path, body: JSON.parse(String(body)) });
    return new Response(JSON.stringify(path === '/kiosk/identify' ? { visits } : {}), { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.unstubAllGlobals();
});

vi.mock('./device.ts', () => ({ asKiosk: (call: (token: string) => unknown) => call('of-kiosk') }));

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
function open() {
  const nothing = () => undefined;
  render(
    <LanguageScope>
      <FindVisit clinic="Harborview" onStarted={nothing} onDesk={nothing} onRefused={nothing} onStop={nothing} />
    </LanguageScope>,
  );
}
async function typeBirthDate(): Promise<void> {
  for (const [label, text] of [
    ['Month', '3'],
    ['Day', '14'],
    ['Year', '1958'],
  ] as const)
    await userEvent.type(await screen.findByLabelText(label), text);
  await press(words.next);
}

test('a code that is shown after the birth date finds its visit, and the camera is off', async () => {
  seen = [[], [`https://clinic.test/s/${token}`]];
  open();
  expect(screen.queryByRole('button', { name: words.scan })).toBeNull();
  await typeBirthDate();
  await press(words.scan);
  expect(await screen.findByRole('heading', { name: 'Rosa, 10:15 AM?' }, slowly)).toBeTruthy();
  expect(sent).toEqual([{ url: '/kiosk/identify', body: { DateOfBirth: '1958-03-14', token } }]);
  expect(isCameraOn).toBe(false);
});

test('any other code is none, and is said to be; who goes back types the digits, and the camera is off', async () => {
  seen = [['https://elsewhere.test/menu']];
  open();
  await typeBirthDate();
  await press(words.scan);
  expect(await screen.findByText(words.scanOther, {}, slowly)).toBeTruthy();
  expect(isCameraOn).toBe(true);
  await press(words.scanBack);
  expect(await screen.findByLabelText(words.lastFour)).toBeTruthy();
  expect(isCameraOn).toBe(false);
  expect(sent).toEqual([]);
});

test('a code that fits no visit begins again, with the sentence of other tries', async () => {
  seen = [[token]];
  visits = [];
  open();
  await typeBirthDate();
  await press(words.scan);
  expect(await screen.findByText(words.noVisit, {}, slowly)).toBeTruthy();
  expect(screen.getByLabelText('Month')).toBeTruthy();
});

test('where the camera may not be used, it says so and the digits are there', async () => {
  mayUse = false;
  open();
  await typeBirthDate();
  await press(words.scan);
  expect(await screen.findByText(words.scanBlocked, {}, slowly)).toBeTruthy();
  await press(words.scanBack);
  expect(await screen.findByLabelText(words.lastFour)).toBeTruthy();
});

test('a tablet whose browser reads no codes asks for the digits alone', async () => {
  vi.stubGlobal('BarcodeDetector', undefined);
  open();
  await typeBirthDate();
  await waitFor(() => expect(screen.getByLabelText(words.lastFour)).toBeTruthy());
  expect(screen.queryByRole('button', { name: words.scan })).toBeNull();
});
