import { describe, expect, test } from 'vitest';
import { isReviewAddress } from './review-address.ts';
import { inPageOrder, reviewSite } from './review-site.ts';
import { reviewReason, unableToSend, type Way } from './why-not-sent.ts';

describe('the address of a review site', () => {
  test.each([
    ['https://maps.example.com/place?id=1#reviews', true],
    ['https://example.com', true],
    ['http://example.com', false],
    ['HTTPS://example.com', false],
    ['https://localhost/x', false],
    ['https://me:secret@example.com', false],
    ['https://example.com/a b', false],
    ['https://.com', false],
    ['https://', false],
    ['javascript:alert(1)', false],
    ['//example.com', false],
    ['data:text/html,x', false],
    ['', false],
  ])('%s: %s', (text, isOne) => {
    expect(isReviewAddress(text)).toBe(isOne);
    expect(reviewSite.fields.Url.schema.safeParse(text).success).toBe(isOne);
  });
});

const way = (more: Partial<Way> = {}): Way => ({ hasAddress: true, refusal: null, ...more });
const fine = { isDeceased: false, hasSites: true, askableFrom: null, ways: [way()] };

describe('why a patient is not asked', () => {
  test.each([
    ['who agreed', {}, null],
    ['who agreed to one of two ways', { ways: [way({ refusal: 'no-consent' as const }), way()] }, null],
    ['who died', { isDeceased: true, hasSites: false, ways: [] }, 'The patient is deceased.'],
    [
      'where there is no site',
      { hasSites: false },
      'This facility has no review sites yet. Add them in Company, Online reviews.',
    ],
    [
      'who was asked lately',
      { askableFrom: '05/17/2027' },
      'The patient was asked less than 180 days ago. The next link can be sent on 05/17/2027.',
    ],
    ['who has no address', { ways: [way({ hasAddress: false })] }, 'The chart has no email or mobile phone.'],
    ['of a clinic that writes by no way', { ways: [] }, 'The chart has no email or mobile phone.'],
    [
      'who agreed to a way without an address alone',
      { ways: [way({ hasAddress: false }), way({ refusal: 'no-consent' as const })] },
      'The patient has not agreed to review requests by the ways this clinic uses.',
    ],
    [
      'who said STOP',
      { ways: [way({ refusal: 'stopped' as const }), way({ refusal: 'no-consent' as const })] },
      'The patient opted out of review requests.',
    ],
  ])('%s', (_, more, reason) => {
    expect(reviewReason({ ...fine, ...more })).toBe(reason);
  });

  test('is said in the words of the specification', () => {
    expect(unableToSend('The patient is deceased.')).toBe('Unable to send. The patient is deceased.');
  });
});

test('sites stand in the clinic’s order, those of one place by their names', () => {
  const sites = [
    { Name: 'Stars', SortOrder: 2 },
    { Name: 'Maps', SortOrder: 2 },
    { Name: 'Votes', SortOrder: 1 },
  ];
  expect(inPageOrder(sites).map(({ Name }) => Name)).toEqual(['Votes', 'Maps', 'Stars']);
});
