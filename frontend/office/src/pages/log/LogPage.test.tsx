import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StaffService } from '#contract/shop/identity/v1/staff_pb.js';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import LogPage from './LogPage';

test('the log shows the outcome of each call, also an unknown one', async () => {
  const entry = (subject: string, outcome?: string, outcomeReason?: string) => ({
    askedAt: '2026-11-25T06:31:00Z',
    staffId: 's-1',
    staffName: 'Asha',
    method: 'TransitionOrder',
    subject,
    outcome,
    outcomeReason,
  });
  const entries = [
    entry('1', 'done'),
    entry('2', 'refused', 'ORDER_CHANGED'),
    entry('3', 'unknown', 'UNAVAILABLE'),
    entry('4'),
  ];
  answerCalls({ 'GET log': { data: { entries } } });
  show(<LogPage />, { me: meWith('log.read') });
  const rows = (await screen.findAllByRole('row')).slice(1);
  const told = rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
  expect(told).toEqual(['Done', 'Refused (order changed)', 'Result unknown (unavailable)', '–']);
});

test('the log says whose data a list showed', async () => {
  const entry = {
    askedAt: '2026-11-25T06:31:00Z',
    staffId: 's-1',
    staffName: 'Asha',
    method: 'SearchOrders',
    subject: '',
    shown: ['VM-261123-7K3QX', 'VM-261123-7K3QY'],
    outcome: 'done',
  };
  answerCalls({ 'GET log': { data: { entries: [entry] } } });
  show(<LogPage />, { me: meWith('log.read') });
  const [, row] = await screen.findAllByRole('row');
  expect(row).toHaveTextContent('2 records shown');
  expect(within(row as HTMLElement).getByText('VM-261123-7K3QY')).toBeInTheDocument();
});

test('text typed into the filter stays when the colleagues are loaded', async () => {
  answerCalls({ 'GET log': { data: { entries: [] } } });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  show(<LogPage />, {
    me: meWith('log.read', 'staff.manage'),
    services: (router) => {
      router.service(StaffService, {
        listStaff: async () => {
          await asked;
          return { staff: [{ staffId: 's-2', name: 'Nisha' }] };
        },
      });
    },
  });
  const about = await screen.findByLabelText('About');
  fireEvent.change(about, { target: { value: 'VM-261122' } });
  answer();
  await screen.findByRole('option', { name: 'Nisha' });
  expect(screen.getByLabelText('About')).toHaveValue('VM-261122');
});
