import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BadRequestSchema, ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import {
  type CorrectParcelWeightRequest,
  OrderEditingService,
} from '#contract/shop/order/v1/order_editing_pb.js';
import { type Order, OrderSchema, OrderService, OrderStatus } from '#contract/shop/order/v1/order_pb.js';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { ParcelCard } from './ParcelCard';

const packed = create(OrderSchema, {
  orderId: 'o-1',
  orderNumber: 'VM-261122-QTSWW',
  status: OrderStatus.PACKED,
  version: 2,
  lines: [{ weightInGrams: 100, quantity: 2 }],
  parcelWeightInGrams: 540,
});

type Answer = Order | ConnectError;

/** Shows the parcel card of an order. The corrections get these answers, one after another. */
function open(order: Order, permissions: string[], ...answers: Answer[]) {
  // The other pages read the order again.
  const calls = answerCalls({});
  const corrections: CorrectParcelWeightRequest[] = [];
  const services = (router: ConnectRouter) => {
    router.service(OrderService, { getOrder: () => ({ order }) });
    router.service(OrderEditingService, {
      correctParcelWeight: (correction) => {
        corrections.push(correction);
        const answer = answers.shift();
        if (answer instanceof ConnectError) throw answer;
        return answer ? { order: answer } : {};
      },
    });
  };
  const shown = show(<ParcelCard orderNumber={order.orderNumber} />, {
    me: meWith(...permissions),
    services,
  });
  return { ...shown, corrections, calls };
}

test('a weight is corrected from how the order stands by now, and can be taken away', async () => {
  const changed = new ConnectError('It was changed.', Code.Aborted, undefined, [
    { desc: ErrorInfoSchema, value: { reason: 'ORDER_CHANGED' } },
    { desc: OrderSchema, value: { ...packed, version: 3, parcelWeightInGrams: 600 } },
  ]);
  const removed = create(OrderSchema, { ...packed, version: 4 });
  delete removed.parcelWeightInGrams;
  const { user, corrections, calls } = open(packed, ['orders.transition'], changed, removed);
  expect(await screen.findByText('540 g')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Correct the weight…' }));
  const field = screen.getByRole('textbox', { name: /Weight in grams/ });
  expect(field).toHaveValue('540');
  await user.clear(field);
  await user.type(field, '60000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/A parcel weighs 1 g to 50 kg/)).toBeInTheDocument();
  expect(corrections).toEqual([]);
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/the parcel weighs 600 g/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Not weighed')).toBeInTheDocument();
  const sent = corrections.map(({ orderId, version, weightInGrams }) => ({
    orderId,
    version,
    weightInGrams,
  }));
  expect(sent).toEqual([
    { orderId: 'o-1', version: 2, weightInGrams: undefined },
    { orderId: 'o-1', version: 3, weightInGrams: undefined },
  ]);
  expect(calls.map(({ route }) => route)).toContain(`GET orders/${packed.orderNumber}`);
});

test('a refused weight is shown at its field', async () => {
  const description = 'The scale shows less.';
  const refused = new ConnectError(description, Code.InvalidArgument, undefined, [
    { desc: BadRequestSchema, value: { fieldViolations: [{ field: 'weight_in_grams', description }] } },
  ]);
  const { user } = open(packed, ['orders.transition'], refused);
  await user.click(await screen.findByRole('button', { name: 'Correct the weight…' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const field = screen.getByRole('textbox', { name: /Weight in grams/ });
  await screen.findAllByText(description);
  expect(field).toHaveAccessibleDescription(expect.stringContaining(description));
  expect(field).toHaveValue('540');
});

test('shipped and unpacked orders are not weighed', async () => {
  const confirmed = create(OrderSchema, { ...packed, status: OrderStatus.CONFIRMED });
  delete confirmed.parcelWeightInGrams;
  const { container, unmount } = open(confirmed, ['orders.transition']);
  await screen.findByText('Loading the parcel…');
  await waitFor(() => expect(container.textContent).toBe(''));
  unmount();
  const shipped = { ...packed, status: OrderStatus.SHIPPED, parcelWeightInGrams: 1240 };
  open({ ...shipped, orderNumber: 'VM-2' }, ['orders.transition']);
  expect(await screen.findByText('1.24 kg')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
