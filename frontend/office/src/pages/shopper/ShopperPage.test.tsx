import { Code, ConnectError } from '@connectrpc/connect';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import { ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import ShopperPage from './ShopperPage';

const me = meWith('shoppers.read', 'shoppers.delete');
const shopper = { accountId: 'a-1', email: 'asha@example.com', registeredAt: '2026-11-01T04:00:00Z' };

test('an account is deleted once its address is typed and its deleter showed who they are', async () => {
  answerCalls({ 'POST session/reauthentication': { data: me } });
  const deleted: string[] = [];
  const { user } = show(
    <Routes>
      <Route path="/shoppers/:id" element={<ShopperPage />} />
      <Route path="/shoppers" element={<p>All shoppers</p>} />
    </Routes>,
    {
      me,
      at: '/shoppers/a-1',
      services: (router) => {
        router.service(ShopperService, {
          getShopper: () => ({ shopper }),
          deleteShopper: ({ accountId }) => {
            deleted.push(accountId);
            if (deleted.length > 1) return {};
            const details = [{ desc: ErrorInfoSchema, value: { reason: 'REAUTHENTICATE' } }];
            throw new ConnectError('Show that it is you.', Code.PermissionDenied, undefined, details);
          },
        });
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Delete the account…' }));
  expect(screen.queryByRole('button', { name: 'Export the data…' })).not.toBeInTheDocument();
  const dialog = screen.getByRole('dialog', { name: 'Delete the account' });
  const send = within(dialog).getByRole('button', { name: 'Delete the account' });
  await user.type(within(dialog).getByLabelText('Type the email address to confirm'), 'asha@example');
  await user.click(send);
  expect(await within(dialog).findByText('Type asha@example.com to delete it.')).toBeInTheDocument();
  expect(deleted).toEqual([]);

  await user.type(within(dialog).getByLabelText('Type the email address to confirm'), '.COM');
  await user.click(send);
  await user.type(await screen.findByLabelText('Your password'), 'monsoon over surat');
  await user.type(screen.getByLabelText('Code of your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText('All shoppers')).toBeInTheDocument();
  await waitFor(() => expect(deleted).toEqual(['a-1', 'a-1']));
});
