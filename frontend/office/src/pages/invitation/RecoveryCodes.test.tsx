import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Messages } from '../../messages/Messages';
import { show } from '../../test_page';
import { RecoveryCodes } from './RecoveryCodes';

test('codes that cannot be copied over plain HTTP are to be written down', async () => {
  const { user } = show(
    <>
      <RecoveryCodes codes={['1111-2222']} label="Open the office" onKept={() => {}} />
      <Messages />
    </>,
  );
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/Please write them down/)).toBeInTheDocument();
});
