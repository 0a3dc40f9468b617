import { expect, test } from 'vitest';
import { publicPageOf, publicReturn } from './paths.ts';

test.each([
  ['/s/demo.AAAAAAAAAAAAAAAAAAAAAA', 's'],
  ['/notificationSettings', 'notificationSettings'],
  ['/kiosk/', 'kiosk'],
  ['/scheduling', undefined],
  ['/settings', undefined],
  ['/', undefined],
  ['/api/s/x', undefined],
  ['/patients/1', undefined],
])('%s belongs to %s', (pathname, page) => {
  expect(publicPageOf(pathname)).toBe(page);
});

const origin = 'https://clinic.example';
test.each([
  ['/patient_visits', '/patient_visits'],
  ['/intake?a=1#b', '/intake?a=1#b'],
  ['/s/../patient_visits', '/patient_visits'],
  ['/s/../onDeck', undefined],
  ['/onDeck', undefined],
  ['/patientLogin?returnTo=/intake', undefined],
  ['/patientLogout', undefined],
  ['/hep?app=hep', '/hep?app=hep'],
  ['/hep/login?returnTo=/hep', undefined],
  ['//evil.example/intake', undefined],
  ['/\\evil.example/intake', undefined],
  ['/.//evil.example/intake', undefined],
  ['https://evil.example/intake', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  [null, undefined],
])('a login that was asked for by %s leads back to %s', (asked, to) => {
  expect(publicReturn(asked, origin)).toBe(to);
});
