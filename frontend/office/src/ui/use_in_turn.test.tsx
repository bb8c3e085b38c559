import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useInTurn } from './use_in_turn';

test('a task that fails is told of, and the tasks after it are done all the same', async () => {
  const done = vi.fn<() => void>();
  const failed = vi.fn<(error: unknown) => void>();
  const tasks = [
    () => Promise.reject(new Error('no sound')),
    () => {
      done();
    },
  ];
  function Table() {
    const inTurn = useInTurn(failed);
    return (
      <button type="button" onClick={() => inTurn(tasks.shift() ?? done)}>
        scan
      </button>
    );
  }
  render(<Table />);
  await userEvent.click(screen.getByRole('button'));
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('no sound'));
});
