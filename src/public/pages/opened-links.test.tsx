import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linkPurposes, type LinkPurpose } from '#contract/patient-login/principal.ts';
import { callsOnOpening } from '#contract/testing/opened-links.ts';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';

const slowly = { timeout: 15_000 };
/** Of each purpose another one, as no link has two: a page takes what another one read for it by the same link. */
const tokenOf = (purpose: LinkPurpose) => `demo.${purpose.padEnd(22, 'A')}`;
const Start = '2026-12-01T10:15';
const replies = (purpose: LinkPurpose): Record<string, object> => ({
  'POST /messages/link': {
    purpose,
    name: 'Rosa',
    clinic: 'Harborview',
    phone: null,
    visit: { Start, place: 'Harborview', state: 'booked', asked: null, cancelsAtOnce: true },
    email: {},
    text: {},
    hasEmail: true,
    mobile: null,
    language: null,
    about: purpose === 'unsubscribe' ? 'visits' : null,
    hasCheckinCode: true,
  },
  'POST /actionFillRequest/read': {
    state: 'open',
    FirstName: 'Rosa',
    isOnList: true,
    Start,
    End: '2026-12-01T11:00',
    clinic: 'Harborview',
    insteadOf: null,
  },
  'POST /survey/read': {
    SurveySendId: '0193a0a0-0000-7000-8000-000000000009',
    SurveyKey: 'care',
    version: 1,
    clinic: 'Harborview',
    phone: null,
    state: 'open',
    measure: null,
    answers: {},
  },
  'POST /onlineReview/page': {
    clinic: 'Harborview',
    phone: null,
    sites: [{ Name: 'Maps', Url: 'https://maps.test' }],
    isNoted: false,
  },
});

let asked: string[] = [];
let answers: Record<string, object> = {};
beforeEach(() => {
  asked = [];
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const call = `${method} ${url.replace('/api', '')}`;
    asked.push(call);
    const body = answers[call];
    return new Response(JSON.stringify(body ?? { message: 'No.' }), { status: body ? 200 : 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each(Object.keys(linkPurposes) as LinkPurpose[])(
  'the page of a link for %s, opened with its scripts, asks for what it shows and sends nothing else',
  async (purpose) => {
    answers = replies(purpose);
    goTo(`/s/${tokenOf(purpose)}`);
    render(<PublicApp />);
    await waitFor(() => expect(new Set(asked)).toEqual(new Set(callsOnOpening[purpose])), slowly);
    expect(await screen.findByRole('heading', { level: 1, name: /./ }, slowly)).toBeTruthy();
    // It waits for a press: what is asked on leaving counts too.
    cleanup();
    expect(asked.filter((call) => !callsOnOpening[purpose].some((one) => one === call))).toEqual([]);
  },
);
