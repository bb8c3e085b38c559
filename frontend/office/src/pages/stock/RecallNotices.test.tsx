import { create } from '@bufbuild/protobuf';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BatchSchema } from '#contract/shop/inventory/v1/inventory_pb.js';
import type { RecallNotice, RecallNotices } from '../../api/recall_notices';
import { answerCalls, show } from '../../test_page';
import { RecallNoticesDialog } from './RecallNotices';

const batch = create(BatchSchema, { batchId: 'b-1', batchNumber: 'K-2611', isRecalled: true });

const order = (orderNumber: string, more: Partial<RecallNotice> = {}): RecallNotice => ({
  orderId: `id of ${orderNumber}`,
  orderNumber,
  quantity: 2,
  state: 'to_write',
  ...more,
});

const called = order('VM-261122-CALL1', {
  state: 'to_call',
  fullName: 'Meena Shah',
  mobileNumber: '9876543211',
});
const answer = (notices: RecallNotice[]): RecallNotices => ({
  reason: 'A stone was found',
  notices,
});
const before = answer([order('VM-261122-AAAA1'), order('VM-261122-AAAA2'), called]);
const written = { state: 'written', requestedAt: '2026-11-26T07:00:00Z', requestedBy: 's-1' } as const;
const after = answer([order('VM-261122-AAAA1', written), order('VM-261122-AAAA2', written), called]);

const LIST = 'GET stock/batches/b-1/recall-notices';
const SEND = 'POST stock/batches/b-1/recall-notices';

test('the dialog shows how many get a mail and who must be called, and afterwards the time', async () => {
  const calls = answerCalls({ [LIST]: { data: before }, [SEND]: { data: after } });
  const { user } = show(<RecallNoticesDialog batch={batch} onClose={vi.fn<() => void>()} />);
  expect(await screen.findByText('2 shoppers to write to, 1 to call.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '9876543211' })).toHaveAttribute('href', 'tel:+919876543211');
  expect(calls.map(({ route }) => route)).toEqual([LIST]);

  const reason = screen.getByLabelText('Reason, as shoppers read it');
  expect(reason).toHaveValue('A stone was found');
  await user.clear(reason);
  await user.click(screen.getByRole('button', { name: 'Write to 2 shoppers' }));
  expect(await screen.findByText('Enter a reason. Every email shows it.')).toBeInTheDocument();
  expect(calls).toHaveLength(1);

  await user.type(reason, 'A stone was found in one pack');
  await user.click(screen.getByRole('button', { name: 'Write to 2 shoppers' }));
  expect(await screen.findByText('2 written to, 1 to call.')).toBeInTheDocument();
  expect(calls.at(-1)).toEqual({ route: SEND, body: { reason: 'A stone was found in one pack' } });
  const [first] = screen.getAllByRole('listitem');
  expect(within(first as HTMLElement).getByText(/^on 26 Nov 2026/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Write to/ })).not.toBeInTheDocument();
});

test('without a shopper to tell nothing can be sent', async () => {
  const unconcerned = order('VM-261122-AAAA1', { state: 'not_concerned', quantity: 0 });
  answerCalls({ 'GET stock/batches/b-2/recall-notices': { data: answer([unconcerned]) } });
  show(<RecallNoticesDialog batch={{ ...batch, batchId: 'b-2' }} onClose={vi.fn<() => void>()} />);
  expect(await screen.findByText('No shoppers to notify.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Write to/ })).not.toBeInTheDocument();
});
