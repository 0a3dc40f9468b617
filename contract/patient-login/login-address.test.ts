import { expect, test } from 'vitest';
import { loginAddress, readLoginAddress } from './login-address.ts';

test.each([
  [
    { returnTo: '/patient_visits', w: 'demo', aupl: false, agl: true },
    '/patientLogin?returnTo=%2Fpatient_visits&w=demo&agl=1',
  ],
  [
    { returnTo: '/onlineScheduling?a=1#b', w: 'demo2', aupl: true, agl: false },
    '/patientLogin?returnTo=%2FonlineScheduling%3Fa%3D1%23b&w=demo2&aupl=1',
  ],
  // The home program is an app of its own, with a login within it.
  [
    { returnTo: '/hep?app=hep&w=demo', w: 'demo', aupl: false, agl: false },
    '/hep/login?returnTo=%2Fhep%3Fapp%3Dhep%26w%3Ddemo&w=demo',
  ],
])('an address keeps all that it was asked with', (asked, address) => {
  expect(loginAddress(asked)).toBe(address);
  expect(readLoginAddress(new URL(address, 'https://a.example').searchParams)).toEqual(asked);
});

test.each([['Demo'], ['a b'], ['../x'], ['']])('the site %s is none', (w) => {
  expect(readLoginAddress(new URLSearchParams({ w }))).toEqual({ returnTo: null, w: null, aupl: false, agl: false });
});
