import { waitFor } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, expect, test, vi } from 'vitest';
import { notifyError, openToastArea } from './notify';
import { usePlainMessages } from './plain_messages';
import { takeMessagesAway } from './take_away';

vi.mock('react-toastify/unstyled', () => ({ toast: { error: vi.fn(), dismiss: vi.fn() } }));

afterEach(() => usePlainMessages.setState({ shown: [] }));

test('messages go, and one that comes afterwards stays', async () => {
  openToastArea('page');
  usePlainMessages.setState({ shown: [{ id: 1, message: 'Old.', role: 'alert', area: 'page' }] });
  takeMessagesAway();
  notifyError('New.');
  expect(usePlainMessages.getState().shown).toEqual([]);
  await waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
  const [gone, shown] = [vi.mocked(toast.dismiss), vi.mocked(toast.error)].map(
    (call) => call.mock.invocationCallOrder[0] ?? 0,
  );
  expect(gone).toBeGreaterThan(0);
  expect(gone).toBeLessThan(shown ?? 0);
});
