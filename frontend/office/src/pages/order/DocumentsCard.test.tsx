import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { DocumentsCard } from './DocumentsCard';

const saved = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>());
vi.mock('../orders/save_file', () => ({ saveFile: saved }));

const list = 'GET orders/VM-1/documents';
const invoice = {
  documentId: 'd-1',
  kind: 'invoice',
  number: 'VM/26-27/00042',
  issuedOn: '2026-11-22',
  total: 498,
};
const note = {
  ...invoice,
  documentId: 'd-2',
  kind: 'credit_note',
  number: 'VMC/26-27/7',
  corrects: invoice.number,
};

beforeEach(() => queryClient.clear());

test('a document is saved under its number', async () => {
  const calls = answerCalls({
    [list]: { data: { documents: [invoice, note] } },
    'GET orders/VM-1/documents/d-1/file.pdf': { data: '%PDF' },
  });
  const { user } = show(<DocumentsCard order={{ orderNumber: 'VM-1', status: 'returned' }} />, {
    me: meWith('orders.read'),
  });
  expect(await screen.findByText(/for VM\/26-27\/00042/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Invoice VM/26-27/00042' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'VM-26-27-00042.pdf'));
  expect(calls.map(({ route }) => route)).toEqual([list, 'GET orders/VM-1/documents/d-1/file.pdf']);
});

test('the invoice of an order that was just packed appears by itself', async () => {
  answerCalls({ [list]: [{ data: { documents: [] } }, { data: { documents: [invoice] } }] });
  show(<DocumentsCard order={{ orderNumber: 'VM-1', status: 'packed' }} />, { me: meWith('orders.read') });
  expect(await screen.findByRole('button', { name: 'Invoice VM/26-27/00042' })).toBeInTheDocument();
});
