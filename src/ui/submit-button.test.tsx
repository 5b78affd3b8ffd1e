import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SubmitButton } from './submit-button.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a double click sends once; after a second the button counts again', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let submitted = 0;
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted++;
      }}
    >
      <SubmitButton>send</SubmitButton>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'send' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(submitted).toBe(1);
  vi.setSystemTime(Date.now() + 1000);
  fireEvent.click(button);
  expect(submitted).toBe(2);
});

test('while the answer is awaited nothing is sent', () => {
  let clicks = 0;
  render(
    <SubmitButton pending onClick={() => clicks++}>
      send
    </SubmitButton>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(clicks).toBe(0);
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
});
