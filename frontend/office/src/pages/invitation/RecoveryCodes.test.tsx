import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { meWith } from '../../test_data';
import { show } from '../../test_page';
import { RecoveryCodes } from './RecoveryCodes';

test('codes that cannot be copied over plain HTTP are to be written down', async () => {
  const accepted = { recoveryCodes: ['1111-2222'], me: meWith('orders.read') };
  const { user } = show(<RecoveryCodes accepted={accepted} />);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/Please write them down/)).toBeInTheDocument();
});
