import { waitFor } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { beforeEach, expect, test, vi } from 'vitest';
import { notifyError, notifyInfo, notifyShoppingError, notifySuccess, openToastArea } from './notify';

vi.mock('react-toastify/unstyled', () => ({ toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }));

beforeEach(() => {
  vi.mocked(toast.success).mockReset();
  vi.mocked(toast.error).mockReset();
  vi.mocked(toast.info).mockReset();
  return openToastArea('page');
});

test.each([
  ['a success', notifySuccess, 'success', 2000, 'status'],
  ['an error', notifyError, 'error', 4000, 'alert'],
  ['an error of the cart or the order', notifyShoppingError, 'error', 2000, 'alert'],
  ['a piece of news', notifyInfo, 'info', 4000, 'status'],
] as const)(
  '%s stays for its time and is read out with its kind',
  async (_, notify, kind, autoClose, role) => {
    notify('Well.');
    await waitFor(() => expect(toast[kind]).toHaveBeenCalledOnce());
    expect(toast[kind]).toHaveBeenCalledWith('Well.', { autoClose, role, containerId: 'page' });
  },
);
