import { act, render, screen } from '@testing-library/react';
import { createElement, useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';

/** What comes of an effect, and of what that changes, is there two drawings later. */
function Steps() {
  const [step, setStep] = useState(0);
  return <Step step={step} onShown={setStep} />;
}
function Step({ step, onShown }: { step: number; onShown: (next: number) => void }) {
  useEffect(() => {
    if (step < 3) onShown(step + 1);
  }, [step, onShown]);
  return <p>Step {step}</p>;
}

/** Changes by what comes in from elsewhere, and cannot show a negative one. */
function Count() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const hear = (event: Event) => event instanceof CustomEvent && setCount(Number(event.detail));
    addEventListener('count', hear);
    return () => removeEventListener('count', hear);
  }, []);
  if (count < 0) throw new RangeError('Less than nothing.');
  return <p>Count {count}</p>;
}
const change = (count: number) => void dispatchEvent(new CustomEvent('count', { detail: count }));

test('it is the React that clinics run, without warnings', () => {
  const Both = () => ['one', 'two'].map((text) => createElement('p', {}, text));
  const said = vi.spyOn(console, 'error');
  render(<Both />);
  expect(process.env['NODE_ENV']).toBe('production');
  expect(said).not.toHaveBeenCalled();
});

test('all that comes of a drawing is there when `act` returns', () => {
  render(<Steps />);
  expect(screen.getByText('Step 3')).toBeTruthy();
});

test('an inner `act` leaves the drawing to the outer one', () => {
  render(<Count />);
  act(() => {
    act(() => change(2));
    expect(screen.queryByText('Count 2')).toBeNull();
  });
  expect(screen.getByText('Count 2')).toBeTruthy();
});

test('where it is awaited, what its promise brings is drawn too', async () => {
  render(<Count />);
  await act(async () => {
    await Promise.resolve();
    change(4);
  });
  expect(screen.getByText('Count 4')).toBeTruthy();
});

test('what drawing fails by, `act` fails by', async () => {
  render(<Count />);
  expect(() => act(() => change(-1))).toThrow('Less than nothing.');
  render(<Count />);
  await expect(act(async () => change(-1))).rejects.toThrow('Less than nothing.');
  await expect(act(async () => Promise.reject(new Error('Not kept.')))).rejects.toThrow('Not kept.');
  render(<Steps />);
  expect(screen.getByText('Step 3')).toBeTruthy();
});
